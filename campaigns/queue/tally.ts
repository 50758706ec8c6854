import type { CutName } from './cuts.ts'

/** The results of a run that are not in Till's records. */
export interface Tally {
  /** Customers who were told when to come back, and customers who were not. */
  turnedAway: number
  notNotified: number
  duplicateQuestions: number
  limitsPassed: number
  wrongPins: number
  cuts: number
  readonly cutsAt: Partial<Record<CutName, number>>
  failedCommits: number
  /** How often the drawer differed from the X report. */
  drawerWrong: number
  /** Messages that a clerk should never see. */
  readonly unexpected: string[]
}

/** Creates an empty tally. */
export function createTally(): Tally {
  return {
    turnedAway: 0,
    notNotified: 0,
    duplicateQuestions: 0,
    limitsPassed: 0,
    wrongPins: 0,
    cuts: 0,
    failedCommits: 0,
    drawerWrong: 0,
    cutsAt: {},
    unexpected: [],
  }
}
