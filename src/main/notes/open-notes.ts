import type { RequestArgument } from '../../shared/contract.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { AppError } from '../../shared/errors.ts'
import type { NoteView } from '../../shared/notes/contract.ts'
import { MOST_TAGS } from '../../shared/notes/limits.ts'
import type { WritableDb } from '../db/connections.ts'
import { hasSpent } from './notes-repository.ts'
import { readNote, readNewestNotes, writeNote, type Note, type SealedNotes } from './sealed-note.ts'

/** The notes whose tags are offered: opening all of a long history would hold up main. */
const NEWEST = 500

/** The user's notes and tags of purchases and transfers. */
export interface Notes {
  /** Throws AppError `locked` if there is a note that the records key does not open: it must not seem to be missing. */
  get(id: string): NoteView
  /**
   * Throws AppError `not-found` if there is no such purchase or transfer, `invalid-input` for too many tags, or `locked` like `get`.
   */
  set(note: RequestArgument<'notes.set'>): NoteView
}

/** Opens the notes. */
export function openNotes(notes: SealedNotes<WritableDb>): Notes {
  function read(id: string): Note {
    const note = readNote(notes, id)
    if (note === null) throw new AppError('locked', 'The records key does not open this note')
    return note
  }
  const get = (id: string): NoteView => ({ ...read(id), known: knownTags(notes) })
  return {
    get,
    set({ id, note, tags }) {
      if (!hasSpent(notes.ledger, id)) throw new AppError('not-found', 'There is no such purchase or transfer')
      const cleaned = cleanTags(tags)
      if (cleaned.length > MOST_TAGS) throw new AppError('invalid-input', 'Too many tags')
      // What cannot be read is not replaced.
      read(id)
      writeNote(notes, id, { note: note.trim(), tags: cleaned })
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
  for (const { tags } of readNewestNotes(notes, NEWEST).values())
    for (const tag of tags) times.set(tag, (times.get(tag) ?? 0) + 1)
  return [...times].toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b)).map(([tag]) => tag)
}
