import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppOptions } from '../app-options.ts'
import { openBase, type Base } from './base.ts'

const full = new SqliteDatabase.SqliteError('The disk is full', 'SQLITE_FULL')
let base: Base
const log = vi.fn()
const failed = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  log.mockReset()
  failed.mockReset()
  base = openBase({ log } as unknown as AppOptions)
  base.events.on('disk.failed', failed)
})
afterEach(() => void vi.useRealTimers())

it('a listener that finds the disk failing stops payments, as other work does', () => {
  base.events.on('coins.moved', () => {
    throw full
  })
  base.events.emit('coins.moved', 'transfer')
  expect(failed.mock.calls).toEqual([[full]])
  base.onDiskError(full)
  expect(failed).toHaveBeenCalledTimes(2)
})

it('a listener that fails because the disk did does not begin again without an end', () => {
  base.events.on('disk.failed', () => {
    base.changed()
    throw full
  })
  base.events.on('app.changed', () => {
    throw full
  })
  base.events.emit('disk.failed', full)
  expect(failed).toHaveBeenCalledOnce()
})

it('what a timer runs is tried again after the disk failed', () => {
  let tries = 0
  base.timer(1, () => {
    if (tries++ === 0) throw full
  })
  vi.advanceTimersByTime(60_000)
  expect(tries).toBe(2)
  expect(failed).toHaveBeenCalledOnce()
})

it('says nothing of its listeners after it has stopped', () => {
  base.events.on('coins.moved', () => {
    throw full
  })
  base.giveUp.abort()
  base.events.emit('coins.moved', 'transfer')
  expect([log.mock.calls, failed.mock.calls]).toEqual([[], []])
})
