/** As many as Till reads of a file without standing still. */
export const MOST_CONTACTS = 5_000

/** Somebody in a file of contacts, nothing of it checked. */
export interface Contact {
  /** Empty if the file gives none. */
  readonly name: string
  readonly phones: readonly string[]
  readonly emails: readonly string[]
  readonly addresses: readonly string[]
  /** The name of Till's colour; empty if the file gives none. */
  readonly colour: string
}
