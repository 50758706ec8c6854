import { z } from 'zod'
import type { Requests } from '../contract-entry.ts'
import { LONGEST_NOTE, MOST_TAGS } from './limits.ts'

/** A note and tags as typed. */
const note = { note: z.string().max(LONGEST_NOTE), tags: z.array(z.string().max(100)).max(MOST_TAGS) }

/** The user's words about a purchase or a transfer; '' and no tags if there are none. */
export const noteView = z.object({
  ...note,
  /** The tags of the newest notes, the most used first. */
  known: z.array(z.string()),
})
export type NoteView = z.output<typeof noteView>

/** The requests about notes and tags of purchases and transfers, by the id of either. */
export const noteRequests = {
  /** Throws AppError `locked` if the records key does not open the note. */
  'notes.get': { input: z.object({ id: z.uuid() }), output: noteView, permission: 'manager' },
  /** Replaces a note and its tags; empty ones are removed. Throws AppError `locked`, `not-found`, or `invalid-input` for too many tags. */
  'notes.set': { input: z.object({ id: z.uuid(), ...note }), output: noteView, permission: 'manager' },
} as const satisfies Requests
