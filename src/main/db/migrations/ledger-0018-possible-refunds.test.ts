import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-possible-refunds-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps refunds that counted before, of which nobody wrote down why', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 17), 'normal')
  before.exec(
    `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery, refund, ended, refund_hash, refund_units)
     VALUES ('a', 1, 'p', '7:0x0', '0x1', '{}', x'00', 'seen', 1, '0x2', '5'), ('b', 1, 'p', '7:0x0', '0x1', '{}', x'00', 'none', 0, NULL, NULL)`,
  )
  before.close()
  const after = openDatabase(file, ledgerMigrations.slice(0, 18), 'normal')
  expect(
    after.prepare('SELECT id, refund_hash, refund_units, refund_from, refund_evidence FROM purchases').all(),
  ).toEqual([
    { id: 'a', refund_hash: '0x2', refund_units: '5', refund_from: null, refund_evidence: null },
    { id: 'b', refund_hash: null, refund_units: null, refund_from: null, refund_evidence: null },
  ])
  const ask = (id: string): unknown =>
    after.exec(`INSERT INTO possible_refunds (purchase_id, hash, sender, found_at) VALUES ('${id}', '0x3', '0x4', 1)`)
  ask('b')
  expect(() => ask('b')).toThrow('UNIQUE')
  expect(() => ask('z')).toThrow('FOREIGN KEY')
  expect(() => after.exec("UPDATE purchases SET refund_evidence = 'hearsay' WHERE id = 'b'")).toThrow('CHECK')
  expect(after.pragma('foreign_key_check')).toEqual([])
  after.close()
})
