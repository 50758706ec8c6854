import { z } from 'zod'
import type { Requests } from '../contract-entry.ts'

/** A note and tags as typed. */
const note = { note: z.string().max(2000), tags: z.array(z.string().max(100)).max(20) }

/** The user's words about a purchase or a transfer; '' and no tags if there are none. */
export const noteView = z.object({
  ...note,
  /** All tags in use, the most used first. */
  known: z.array(z.string()),
})
export type NoteView = z.output<typeof noteView>

/** The requests about notes and tags of purchases and transfers, by the id of either. */
export const noteRequests = {
  'notes.get': { input: z.object({ id: z.uuid() }), output: noteView, permission: 'manager' },
  /** Replaces a note and its tags; empty ones are removed. Throws AppError `locked`, or `not-found`. */
  'notes.set': { input: z.object({ id: z.uuid(), ...note }), output: noteView, permission: 'manager' },
} as const satisfies Requests
