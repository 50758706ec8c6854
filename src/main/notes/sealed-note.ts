import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { readNoteBox, readNoteBoxes, removeNoteBox, writeNoteBox } from './notes-repository.ts'

const sealed = z.object({ note: z.string(), tags: z.array(z.string()) })
/** The user's words about a purchase or a transfer. */
export type Note = z.output<typeof sealed>

export interface SealedNotes<Db = ReadableDb> {
  readonly ledger: Db
  readonly sealer: Sealer
}

/** The purpose names what a note is about, so that nobody can move it to something else. */
const purposeOf = (id: string): string => `note ${id}`

/** Returns the note of a purchase or a transfer, empty if there is none; null if the records key does not open it. */
export function readNote(notes: SealedNotes, id: string): Note | null {
  const box = readNoteBox(notes.ledger, id)
  return box === null ? { note: '', tags: [] } : open(notes, id, box)
}

/** Returns the notes of the newest purchases and transfers that the records key opens. */
export function readNewestNotes(notes: SealedNotes, limit: number): Note[] {
  return readNoteBoxes(notes.ledger, limit).flatMap(({ id, box }) => open(notes, id, box) ?? [])
}

/** Returns a function that opens the text in which a note is searched; '' without a note that opens. All boxes are read at once. */
export function noteSearch(notes: SealedNotes): (id: string) => string {
  const boxes = new Map(readNoteBoxes(notes.ledger).map(({ id, box }) => [id, box]))
  return (id) => {
    const box = boxes.get(id)
    const note = box && open(notes, id, box)
    return note ? searchTextOf(note) : ''
  }
}

/** Returns a note and its tags as one line; '' without a note that opens. */
export function noteLine(notes: SealedNotes, id: string): string {
  const note = readNote(notes, id)
  return note ? searchTextOf(note).replace(/\s+/g, ' ').trim() : ''
}

/** Seals and stores a note, or removes an empty one. Throws SealError while the records key is missing. */
export function writeNote({ ledger, sealer }: SealedNotes<WritableDb>, id: string, note: Note): void {
  if (note.note === '' && note.tags.length === 0) removeNoteBox(ledger, id)
  else writeNoteBox(ledger, id, sealer.seal(JSON.stringify(note), purposeOf(id)))
}

/** A note's words, and its tags with their sign. */
function searchTextOf({ note, tags }: Note): string {
  return [note, ...tags.map((tag) => `#${tag}`)].join(' ')
}

function open({ sealer }: SealedNotes, id: string, box: Uint8Array): Note | null {
  try {
    return sealed.parse(JSON.parse(sealer.unseal(box, purposeOf(id))))
  } catch {
    return null
  }
}
