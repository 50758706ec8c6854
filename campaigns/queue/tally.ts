import type { CutName } from './cuts.ts'

/** What came of a day beside what is in the books. */
export interface Tally {
  /** Told until when to come back, and not told. */
  turnedAway: number
  notTold: number
  duplicatesAsked: number
  limitsPassed: number
  wrongPins: number
  cuts: number
  readonly cutsAt: Partial<Record<CutName, number>>
  /** How often the drawer was not what an X report said. */
  drawerWrong: number
  /** What a clerk should never see. */
  readonly unexpected: string[]
}

/** Nothing came yet. */
export function createTally(): Tally {
  return {
    ...{ turnedAway: 0, notTold: 0, duplicatesAsked: 0, limitsPassed: 0, wrongPins: 0, cuts: 0, drawerWrong: 0 },
    cutsAt: {},
    unexpected: [],
  }
}
