/** The sandbox's time: the system's, advanced by tests. */
export interface Clock {
  /** Returns epoch milliseconds. */
  now(): number
  advance(milliseconds: number): void
  /** Returns to the system's time. */
  reset(): void
}

/** Creates a clock that follows `base` (epoch milliseconds) and can be advanced. */
export function createClock(base: () => number = Date.now): Clock {
  let ahead = 0
  return {
    now: () => base() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds
    },
    reset: () => {
      ahead = 0
    },
  }
}
