import type { Database } from '../../db/open-database.ts'
import { createGuessThrottle, type GuessThrottle } from './guess-throttle.ts'
import { readThrottle, writeThrottle } from './unlock-throttle-repository.ts'

/** Slows down whoever guesses the wallet's password; wrong ones are counted in the ledger. */
export function createUnlockThrottle(db: Database, now: () => number, monotonic: () => number): GuessThrottle {
  return createGuessThrottle({
    read: () => readThrottle(db),
    write: (guesses) => writeThrottle(db, guesses),
    wrong: 'wrong-password',
    now,
    monotonic,
  })
}
