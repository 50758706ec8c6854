import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-claims-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const own = ledgerMigrations.findIndex(({ name }) => name === 'claims')
const tables = ['intents', 'steps', 'signed_transactions', 'revocations', 'transfers', 'counted_refunds']

it('keeps every intent, step, signed byte, revocation, transfer and refund, and takes a claim', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, own), 'normal')
  before.exec(`
    INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
      VALUES ('b', 1, 'p', '7:0x0', '0x1', '{}', x'00');
    INSERT INTO intents (id, kind) VALUES ('b', 'purchase'), ('a', 'revocation'), ('t', 'transfer');
    INSERT INTO steps VALUES ('b', 0, 'pay', 'signed', '7:0x0', '0x1', 5, NULL, NULL, NULL, NULL),
                             ('a', 0, 'revoke', 'final', '7:0x0', '0x1', 4, '0xa0', 9, '0xbb', '21'),
                             ('t', 0, 'send', 'signed', '7:0x0', '0x1', 6, NULL, NULL, NULL, NULL);
    INSERT INTO signed_transactions VALUES ('0xb1', 'b', 0, 'original', '0x02', '10', '0x3', '500', 1),
                                           ('0xb0', 'b', 0, 'speed-up', '0x02', '12', '0x3', '500', 1),
                                           ('0xa0', 'a', 0, 'original', '0x02', '10', '0x3', '0', 1);
    INSERT INTO revocations VALUES ('a', 1, 'p', '7:0x0', '0x1', '0x2', '0x3', '{}');
    INSERT INTO transfers VALUES ('t', 1, 'p', '7:0x0', '0x1', '{}', '{}', NULL, '5', '0x4', x'01', 3);
    INSERT INTO counted_refunds (purchase_id, hash, place, units, sender, evidence) VALUES ('b', '0x7', 1, '5', '0x9', 'payee');
  `)
  const rows = (db: typeof before): unknown[] =>
    tables.map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all())
  const indexes = (db: typeof before): unknown[] =>
    db.prepare(`SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`).all()
  const [was, indexed] = [rows(before), indexes(before)]
  before.close()
  const after = openDatabase(file, ledgerMigrations.slice(0, own + 1), 'normal')
  expect(rows(after)).toEqual(was)
  expect(indexes(after)).toEqual(expect.arrayContaining(indexed))
  expect(after.pragma('foreign_key_check')).toEqual([])
  expect(after.pragma('integrity_check', { simple: true })).toBe('ok')
  const insert = (): unknown =>
    after.exec(`
      INSERT INTO claims VALUES ('c', 1, 'p', '7:0x0', '0x1', '{}', '{}', '0x2', '0x3', '0x4', '7', NULL, '5', NULL);
      INSERT INTO claim_purchases VALUES ('c', 'b', '5')`)
  expect(insert).toThrow('FOREIGN KEY')
  after.exec(`INSERT INTO intents VALUES ('c', 'claim');
    INSERT INTO steps VALUES ('c', 0, 'claim', 'signed', '7:0x0', '0x1', 7, NULL, NULL, NULL, NULL)`)
  insert()
  expect(() => after.exec(`INSERT INTO claim_purchases VALUES ('c', 'z', '5')`)).toThrow('FOREIGN KEY')
  after.close()
})
