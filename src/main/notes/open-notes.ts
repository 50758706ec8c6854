import type { RequestArgument } from '../../shared/contract.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { AppError } from '../../shared/errors.ts'
import type { NoteView } from '../../shared/notes/contract.ts'
import type { WritableDb } from '../db/connections.ts'
import { hasSpent } from './notes-repository.ts'
import { readNote, readNotes, writeNote, type SealedNotes } from './sealed-note.ts'

/** The user's notes and tags of purchases and transfers. */
export interface Notes {
  get(id: string): NoteView
  /** Throws AppError `not-found` if there is no such purchase or transfer. */
  set(note: RequestArgument<'notes.set'>): NoteView
}

/** Opens the notes. */
export function openNotes(notes: SealedNotes<WritableDb>): Notes {
  const get = (id: string): NoteView => ({ ...readNote(notes, id), known: knownTags(notes) })
  return {
    get,
    set({ id, note, tags }) {
      if (!hasSpent(notes.ledger, id)) throw new AppError('not-found', 'There is no such purchase or transfer')
      writeNote(notes, id, { note: note.trim(), tags: cleanTags(tags) })
      return get(id)
    },
  }
}

/** Returns each tag once, whatever its case, without its sign; commas part tags. */
function cleanTags(typed: readonly string[]): string[] {
  const tags = typed.flatMap((text) => text.split(',')).map((tag) => cleanName(tag.trim().replace(/^#+/, '')))
  const named = new Map(tags.map((tag) => [tag.toLowerCase(), tag]))
  named.delete('')
  return [...named.values()]
}

function knownTags(notes: SealedNotes): string[] {
  const times = new Map<string, number>()
  for (const { tags } of readNotes(notes).values()) for (const tag of tags) times.set(tag, (times.get(tag) ?? 0) + 1)
  return [...times].toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b)).map(([tag]) => tag)
}
