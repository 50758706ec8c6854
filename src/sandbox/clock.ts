/** The sandbox's own time: the system's, plus what a test moved it ahead. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  advance(milliseconds: number): void
}

/** A clock that follows `base` (epoch milliseconds) and can be moved ahead. */
export function createClock(base: () => number = Date.now): Clock {
  let ahead = 0
  return {
    now: () => base() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}
