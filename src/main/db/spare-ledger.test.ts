import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isLedgerMissing, openLedger } from './open-ledger.ts'
import { createSpareLedger } from './spare-ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-spare-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const file = (): string => join(folder, 'ledger.db')
const at = Date.UTC(2030, 0, 1, 12)

it('is created at its first use, and deleted without a trace', () => {
  const spare = createSpareLedger(file())
  expect(readdirSync(folder)).toEqual([])
  spare.open()
  spare.close()
  expect(readdirSync(folder)).toEqual(['ledger.db.spare'])
  spare.remove()
  expect(readdirSync(folder)).toEqual([])
})

it('replaces a lost ledger with its counts, marked as restored, and keeps an existing one', () => {
  writeFileSync(`${file()}-wal`, 'the log of the lost one')
  const spare = createSpareLedger(file())
  spare.open().exec('INSERT INTO unlock_throttle (id, failures, wait_ms) VALUES (1, 4, 0)')
  spare.replaceLost(at)
  expect(readdirSync(folder).sort()).toEqual(['ledger.db', `ledger.db.damaged-${at}-wal`])
  expect(statSync(file()).mode & 0o077).toBe(0)
  const ledger = openLedger(file())
  expect(ledger.prepare('SELECT restored_at FROM ledger_state').pluck().get()).toBe(at)
  expect(ledger.prepare('SELECT failures FROM unlock_throttle').pluck().all()).toEqual([4])
  expect(ledger.prepare('SELECT count(*) FROM intents').pluck().get()).toBe(0)
  ledger.close()
})

it('a ledger is missing before it is opened for the first time, and never after', () => {
  expect(isLedgerMissing(file())).toBe(true)
  writeFileSync(file(), '')
  expect(isLedgerMissing(file())).toBe(true)
  // Nothing leaves the WAL: after a power failure the file itself is not empty.
  const ledger = openLedger(file())
  expect([existsSync(`${file()}-wal`), isLedgerMissing(file())]).toEqual([true, false])
  ledger.close()
})
