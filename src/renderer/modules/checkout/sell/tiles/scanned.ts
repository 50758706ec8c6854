/** A code that a scanner read, or the letter that began a search; each is a new object, also with the same text. */
export interface Scanned {
  readonly text: string
}
