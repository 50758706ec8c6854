import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { ledgerMigrations } from '../../db/migrations/ledger.ts'
import type { WritableDb } from '../../db/connections.ts'
import { openDatabase } from '../../db/open-database.ts'
import { waitAfter, type GuessThrottle } from './guess-throttle.ts'
import { createUnlockThrottle } from './unlock-throttle.ts'

let db: WritableDb
let now = 0
let running = 0
beforeEach(() => {
  db = openDatabase(':memory:', ledgerMigrations, 'normal')
  now = 1_800_000_000_000
  running = 0
})
afterEach(() => db.close())

const start = (): GuessThrottle =>
  createUnlockThrottle(
    db,
    () => now,
    () => running,
  )
const wrong = (): Promise<never> => Promise.reject(new AppError('wrong-password', 'Wrong'))
const codeOf = (tried: Promise<unknown>): Promise<string> =>
  tried.then(
    () => 'opened',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

describe('the unlock throttle', () => {
  it('doubles the wait after five wrong passwords, up to an hour', () => {
    expect([0, 4, 5, 6, 9, 12, 50, 2000].map(waitAfter)).toEqual([
      0, 0, 30_000, 60_000, 480_000, 3_600_000, 3_600_000, 3_600_000,
    ])
  })

  it('tells with a wrong password how many guesses are left, and from the fifth on how long to wait', async () => {
    const throttle = start()
    const details = async (): Promise<unknown> =>
      throttle.around(wrong).catch((error: unknown) => (error instanceof AppError ? error.details : error))
    for (const left of [4, 3, 2, 1]) expect(await details()).toEqual({ left })
    expect(await details()).toEqual({ until: now + 30_000 })
  })

  it('counts only the time in which Till ran, whatever the clock says, then accepts the right password', async () => {
    const throttle = start()
    for (let tries = 0; tries < 5; tries++) expect(await codeOf(throttle.around(wrong))).toBe('wrong-password')
    for (const leap of [86_400_000, -86_400_000 * 365, 86_400_000 * 3650]) {
      now += leap
      await expect(throttle.around(() => Promise.resolve())).rejects.toMatchObject({ details: { until: now + 30_000 } })
    }
    running += 29_999
    expect(await codeOf(throttle.around(() => Promise.resolve()))).toBe('throttled')
    running += 1
    expect(await codeOf(throttle.around(() => Promise.resolve()))).toBe('opened')
    expect(await codeOf(throttle.around(wrong))).toBe('wrong-password')
  })

  it('counts the time of an earlier start if something was tried then', async () => {
    for (let tries = 0; tries < 5; tries++) await codeOf(start().around(wrong))
    const earlier = start()
    running += 20_000
    expect(await codeOf(earlier.around(wrong))).toBe('throttled')
    const later = start()
    running += 9_999
    expect(await codeOf(later.around(() => Promise.resolve()))).toBe('throttled')
    running += 1
    expect(await codeOf(later.around(() => Promise.resolve()))).toBe('opened')
  })

  it('gives 500 restarts with any clock no more attempts than the running time allows', async () => {
    const steps = fc.array(
      fc.record({
        leap: fc.integer({ min: -1e11, max: 1e11 }),
        runs: fc.integer({ min: 0, max: 40_000 }),
        tries: fc.integer({ min: 1, max: 3 }),
        killed: fc.boolean(),
      }),
      { minLength: 500, maxLength: 500 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (starts) => {
        db.exec('DELETE FROM unlock_throttle')
        let guesses = 0
        let ran = 0
        for (const { leap, runs, tries, killed } of starts) {
          now += leap
          running = Math.abs(leap) % 1000
          const throttle = start()
          running += runs
          ran += runs
          for (let tried = 0; tried < tries; tried++) {
            // Killed during the key derivation, it neither fails nor succeeds.
            const guess = killed ? () => new Promise<never>(() => guesses++) : () => (guesses++, wrong())
            const tried = throttle.around(guess)
            await Promise.race([codeOf(tried), Promise.resolve()])
            await new Promise((resolve) => setImmediate(resolve))
          }
        }
        let allowed = 5
        for (let left = ran, failures = 5; left >= waitAfter(failures); failures++) {
          left -= waitAfter(failures)
          allowed++
        }
        expect(guesses).toBeLessThanOrEqual(allowed)
        expect(guesses).toBeGreaterThanOrEqual(5)
      }),
      { numRuns: 5 },
    )
  })

  it('runs attempts one after the other, so that none removes another’s wait', async () => {
    const throttle = start()
    for (let tries = 0; tries < 4; tries++) await codeOf(throttle.around(wrong))
    let fail = (_: AppError): void => undefined
    const dying = throttle.around(() => new Promise<never>((_, reject) => (fail = reject)))
    const fifth = throttle.around(wrong)
    await new Promise((resolve) => setImmediate(resolve))
    fail(new AppError('internal', 'Out of memory'))
    expect([await codeOf(dying), await codeOf(fifth)]).toEqual(['internal', 'wrong-password'])
    expect(await codeOf(throttle.around(() => Promise.resolve()))).toBe('throttled')
  })

  it('does not count an attempt that ended for another reason than the password', async () => {
    const throttle = start()
    for (let tries = 0; tries < 20; tries++) {
      expect(await codeOf(throttle.around(() => Promise.reject(new AppError('vault-damaged', 'Damaged'))))).toBe(
        'vault-damaged',
      )
    }
  })
})
