import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WritableDb } from '../db/connections.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { createPayingStop, type PayingStop } from './paying-stop.ts'

let folder: string
let ledger: WritableDb
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'till-stop-'))))
afterEach(() => {
  ledger.close()
  rmSync(folder, { recursive: true })
})

const timers: (() => void)[] = []
let hasRoom: boolean
const changed = vi.fn()

function openStop(durability: 'full' | 'normal' = 'full', isReadable = true, isClosed = false): PayingStop {
  hasRoom = false
  timers.length = 0
  changed.mockClear()
  ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, durability)
  return createPayingStop({
    ledger,
    keeper: { isReadable: () => isReadable },
    policy: { isClosed },
    timer(_ms, run) {
      timers.push(run)
      return () => undefined
    },
    hasRoom: () => hasRoom,
    changed,
  })
}

/** Writes to the ledger until its file may not grow further, and returns SQLite's error for a full disk. */
function fillDisk(): unknown {
  ledger.exec('create table filling (content blob)')
  ledger.pragma(`max_page_count = ${Number(ledger.pragma('page_count', { simple: true }))}`)
  try {
    ledger.exec('insert into filling values (zeroblob(1000000))')
  } catch (error) {
    return error
  }
  throw new Error('The ledger grew')
}

it.each([
  ['full', true, false, null],
  ['normal', true, false, 'ledger-unsafe'],
  ['full', false, false, 'records-unreadable'],
  ['full', true, true, 'policy-unusable'],
] as const)('a ledger with %s durability, records readable: %s, policy closed: %s stops with %s', (...given) => {
  const [durability, isReadable, isClosed, reason] = given
  expect(openStop(durability, isReadable, isClosed).reason()).toBe(reason)
})

it('a disk that failed stops paying for as long as the process runs', () => {
  const stop = openStop()
  stop.diskFailed(new SqliteDatabase.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC'))
  expect(stop.reason()).toBe('disk-error')
  expect(timers).toEqual([])
  stop.diskFailed(fillDisk())
  hasRoom = true
  for (const run of timers.splice(0)) run()
  expect(stop.reason()).toBe('disk-error')
})

it('a full disk stops paying until there is room, which is looked for once however often it failed', () => {
  const stop = openStop()
  const full = fillDisk()
  stop.diskFailed(full)
  stop.diskFailed(full)
  expect(stop.reason()).toBe('disk-full')
  expect(timers).toHaveLength(1)

  timers.splice(0)[0]?.()
  expect([stop.reason(), changed.mock.calls.length]).toEqual(['disk-full', 0])

  hasRoom = true
  timers.splice(0)[0]?.()
  expect([stop.reason(), changed.mock.calls.length]).toEqual([null, 1])
  expect(timers).toEqual([])

  stop.diskFailed(full)
  expect(stop.reason()).toBe('disk-full')
  expect(timers).toHaveLength(1)
})
