import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-quote-ids-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps every quote that was paid, under its digits, and takes any text from then on', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 32), 'normal')
  before.exec(
    `INSERT INTO profiles (id, created_at, body, is_current) VALUES ('p', 1, '{}', 0);
     INSERT INTO intents (id, kind) VALUES ('a', 'purchase');
     INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
       VALUES ('a', 1, 'p', '7:0x0', '0x1', '{"quote":{"id":41}}', x'00');
     INSERT INTO paid_quotes VALUES ('https://one.example', 41, 'a'), ('https://one.example', 9007199254740991, 'a');`,
  )
  before.close()
  const after = openDatabase(file, ledgerMigrations, 'normal')
  expect(after.prepare('SELECT quote_id, purchase_id FROM paid_quotes ORDER BY quote_id').all()).toEqual([
    { quote_id: '41', purchase_id: 'a' },
    { quote_id: '9007199254740991', purchase_id: 'a' },
  ])
  after.exec("INSERT INTO paid_quotes VALUES ('https://one.example', 'q-41', 'a')")
  expect(() => after.exec("INSERT INTO paid_quotes VALUES ('https://one.example', '41', 'a')")).toThrow('UNIQUE')
  expect(() => after.exec("INSERT INTO paid_quotes VALUES ('https://one.example', '42', 'z')")).toThrow('FOREIGN KEY')
  after.close()
})
