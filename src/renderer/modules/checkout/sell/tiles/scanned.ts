/** A code that a scanner read; each scan is a new object, also of the same code. */
export interface Scanned {
  readonly text: string
}
