import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-refund-places-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps refunds that counted or were asked about before, of which nobody wrote down the place', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 28), 'normal')
  before.exec(
    `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery, refund, refund_hash, refund_units,
       refund_from, refund_evidence)
     VALUES ('a', 1, 'p', '7:0x0', '0x1', '{}', x'00', 'seen', '0x2', '5', '0x9', 'person'),
            ('b', 1, 'p', '7:0x0', '0x1', '{}', x'00', 'none', NULL, NULL, NULL, NULL);
     INSERT INTO possible_refunds (purchase_id, hash, sender, happened_at, found_at, declined_at)
     VALUES ('b', '0x3', '0x4', 7, 8, 9), ('a', '0x3', '0x4', NULL, 8, NULL);`,
  )
  before.close()
  const after = openDatabase(file, ledgerMigrations.slice(0, 29), 'normal')
  expect(after.prepare('SELECT * FROM counted_refunds').all()).toEqual([
    { purchase_id: 'a', hash: '0x2', place: null, units: '5', sender: '0x9', evidence: 'person' },
  ])
  expect(after.prepare('SELECT * FROM possible_refunds ORDER BY rowid').all()).toEqual([
    { purchase_id: 'b', hash: '0x3', place: null, sender: '0x4', happened_at: 7, found_at: 8, declined_at: 9 },
    {
      purchase_id: 'a',
      hash: '0x3',
      place: null,
      sender: '0x4',
      happened_at: null,
      found_at: 8,
      declined_at: null,
    },
  ])
  const count = (id: string, place: number): unknown =>
    after.exec(`INSERT INTO counted_refunds (purchase_id, hash, place, units) VALUES ('${id}', '0x7', ${place}, '5')`)
  after.exec("DELETE FROM counted_refunds WHERE purchase_id = 'a'")
  count('a', 1)
  expect(() => count('b', 1)).toThrow('UNIQUE')
  count('b', 2)
  expect(after.pragma('foreign_key_check')).toEqual([])
  expect(after.pragma('integrity_check', { simple: true })).toBe('ok')
  after.close()
})
