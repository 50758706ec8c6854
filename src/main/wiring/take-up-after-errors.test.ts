import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemTimer } from '../../shared/timer.ts'
import { createRetryingTimer } from '../db/retrying-timer.ts'
import { reportTrouble } from '../engine/report-trouble.ts'
import { takeUpAfterErrors } from './take-up-after-errors.ts'

const failing = (code: string): Error => new SqliteDatabase.SqliteError('It fails', code)
const to = { onDiskError: vi.fn(), onUnforeseen: vi.fn() }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

it.each(['SQLITE_IOERR_READ', 'SQLITE_FULL', 'SQLITE_BUSY'])('takes up what is open once after %s', (code) => {
  const takeUp = vi.fn()
  const trouble = takeUpAfterErrors(to, systemTimer, takeUp)
  for (const what of ['payment', 'registration']) reportTrouble(trouble, failing(code), what)
  expect(to.onDiskError.mock.calls.length + to.onUnforeseen.mock.calls.length).toBe(2)
  vi.advanceTimersByTime(9_999)
  expect(takeUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(takeUp).toHaveBeenCalledOnce()
  reportTrouble(trouble, failing(code), 'payment')
  vi.advanceTimersByTime(10_000)
  expect(takeUp).toHaveBeenCalledTimes(2)
})

it('tries until the ledger can be read', () => {
  const failures = [failing('SQLITE_IOERR_READ'), failing('SQLITE_IOERR_READ')]
  const takeUp = vi.fn(() => {
    const failure = failures.shift()
    if (failure) throw failure
  })
  const trouble = takeUpAfterErrors(to, createRetryingTimer(systemTimer, vi.fn()), takeUp)
  reportTrouble(trouble, failing('SQLITE_IOERR_READ'), 'payment')
  vi.advanceTimersByTime(60_000)
  expect(takeUp).toHaveBeenCalledTimes(3)
})

it('does nothing after any other error', () => {
  const takeUp = vi.fn()
  reportTrouble(takeUpAfterErrors(to, systemTimer, takeUp), new Error('A mistake'), 'payment')
  vi.advanceTimersByTime(60_000)
  expect(takeUp).not.toHaveBeenCalled()
  expect(to.onUnforeseen).toHaveBeenCalledOnce()
})
