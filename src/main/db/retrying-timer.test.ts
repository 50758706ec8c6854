import SqliteDatabase from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { systemTimer } from '../../shared/timer.ts'
import { createRetryingTimer } from './retrying-timer.ts'

const failing = (code: string): Error => new SqliteDatabase.SqliteError('It fails', code)

it('runs what a disk or another program made fail again until it is done, and reports each failure', () => {
  vi.useFakeTimers()
  const failures = [failing('SQLITE_IOERR_READ'), failing('SQLITE_BUSY')]
  const [reported, done] = [vi.fn(), vi.fn()]
  createRetryingTimer(systemTimer, reported)(1_000, () => {
    const failure = failures.shift()
    if (failure) throw failure
    done()
  })
  vi.advanceTimersByTime(20_999)
  expect(reported.mock.calls).toMatchObject([[{ code: 'SQLITE_IOERR_READ' }], [{ code: 'SQLITE_BUSY' }]])
  expect(done).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(done).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

it('can be cancelled while it waits for the next attempt', () => {
  vi.useFakeTimers()
  const run = vi.fn(() => {
    throw failing('SQLITE_FULL')
  })
  const cancel = createRetryingTimer(systemTimer, () => undefined)(0, run)
  vi.advanceTimersByTime(0)
  cancel()
  vi.advanceTimersByTime(60_000)
  expect(run).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it.each([failing('SQLITE_CORRUPT'), new Error('A mistake')])('throws %s', (error) => {
  vi.useFakeTimers()
  const report = vi.fn()
  createRetryingTimer(systemTimer, report)(0, () => {
    throw error
  })
  expect(() => vi.advanceTimersByTime(0)).toThrow(error)
  expect(report).not.toHaveBeenCalled()
  vi.useRealTimers()
})
