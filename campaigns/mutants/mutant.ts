/** One deliberate fault: `find` stands once in `file` and is replaced; one of `tests` must fail then. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly tests: readonly string[]
}
