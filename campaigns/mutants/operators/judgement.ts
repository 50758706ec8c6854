import type { Change } from './read-report.ts'

/** Why some changes need no test. */
export interface Judgement {
  /** Why no test needs to catch it: the result is the same, or harmless. */
  readonly why: string
  readonly changes: readonly Change[]
}
