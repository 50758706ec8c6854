import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-journal-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps every step and its signed bytes, and says what they spend', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 3), 'normal')
  before.exec(`
    INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
      VALUES ('a', 1, 'p', '7:0x0', '0x1', '{"token":{"address":"0x3"}}', x'00'),
             ('b', 2, 'p', '7:0x0', '0x1', '{"token":{"address":null}}', x'00');
    INSERT INTO steps VALUES ('a', 0, 'approve', 'final', '7:0x0', '0x1', 4, '0xa0', 9, '0xbb', '21'),
                             ('a', 1, 'pay', 'signed', '7:0x0', '0x1', 5, NULL, NULL, NULL, NULL),
                             ('b', 0, 'pay', 'signed', '7:0x0', '0x1', 6, NULL, NULL, NULL, NULL);
    INSERT INTO signed_transactions VALUES ('0xa0', 'a', 0, '0x02', '10', '0', 1), ('0xa1', 'a', 1, '0x02', '10', '500', 1),
                                           ('0xb0', 'b', 0, '0x02', '10', '700', 2);
  `)
  before.close()
  const after = openDatabase(file, ledgerMigrations, 'normal')
  expect(after.prepare('SELECT * FROM intents ORDER BY id').all()).toEqual([
    { id: 'a', kind: 'purchase' },
    { id: 'b', kind: 'purchase' },
  ])
  expect(after.prepare('SELECT intent_id, position, kind, state, nonce, mined_hash FROM steps').all()).toEqual([
    { intent_id: 'a', position: 0, kind: 'approve', state: 'final', nonce: 4, mined_hash: '0xa0' },
    { intent_id: 'a', position: 1, kind: 'pay', state: 'signed', nonce: 5, mined_hash: null },
    { intent_id: 'b', position: 0, kind: 'pay', state: 'signed', nonce: 6, mined_hash: null },
  ])
  expect(after.prepare('SELECT hash, intent_id, purpose, token, spends_units FROM signed_transactions').all()).toEqual([
    { hash: '0xa0', intent_id: 'a', purpose: 'original', token: '0x3', spends_units: '0' },
    { hash: '0xa1', intent_id: 'a', purpose: 'original', token: '0x3', spends_units: '500' },
    { hash: '0xb0', intent_id: 'b', purpose: 'original', token: null, spends_units: '700' },
  ])
  expect(after.pragma('foreign_key_check')).toEqual([])
  expect(() =>
    after.exec("INSERT INTO steps VALUES ('a', 2, 'revoke', 'signed', '7:0x0', '0x1', 5, NULL, NULL, NULL, NULL)"),
  ).toThrow('UNIQUE')
  after.close()
})
