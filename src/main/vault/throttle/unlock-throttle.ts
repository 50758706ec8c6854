import type { WritableDb } from '../../db/connections.ts'
import { createGuessThrottle, type GuessThrottle } from './guess-throttle.ts'
import { readThrottle, writeThrottle } from './unlock-throttle-repository.ts'

/** Creates the throttle of the wallet's password; wrong ones are counted in the ledger. */
export function createUnlockThrottle(db: WritableDb, now: () => number, monotonic: () => number): GuessThrottle {
  return createGuessThrottle({
    read: () => readThrottle(db),
    write: (guesses) => writeThrottle(db, guesses),
    wrong: 'wrong-password',
    now,
    monotonic,
  })
}
