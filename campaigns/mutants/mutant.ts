/** One deliberate fault. `find` occurs once in `file` and is replaced; then one of `tests` must fail. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly tests: readonly string[]
}
