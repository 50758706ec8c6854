import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-paid-quotes-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('knows the quotes that were paid before, each once, and none whose payment never counted', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 27), 'normal')
  before.exec(
    `INSERT INTO profiles (id, created_at, body, is_current)
       VALUES ('p', 1, '{"baseUrl":"https://one.example/"}', 0), ('q', 1, '{"baseUrl":"https://two.example"}', 0)`,
  )
  const purchases = [
    ['a', 'p', 1, 'final'],
    ['b', 'p', 1, 'signed'],
    ['c', 'q', 1, 'signed'],
    ['d', 'p', 2, 'cancelled'],
  ] as const
  for (const [index, [id, profile, quote, state]] of purchases.entries()) {
    before.exec(
      `INSERT INTO intents (id, kind) VALUES ('${id}', 'purchase');
       INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
         VALUES ('${id}', ${index}, '${profile}', '7:0x0', '0x1', '{"quote":{"id":${quote}}}', x'00');
       INSERT INTO steps (intent_id, position, kind, state, chain_instance, from_address, nonce)
         VALUES ('${id}', 0, 'pay', '${state}', '7:0x0', '0x1', ${index});`,
    )
  }
  before.close()
  const after = openDatabase(file, ledgerMigrations.slice(0, 28), 'normal')
  expect(after.prepare('SELECT * FROM paid_quotes ORDER BY purchase_id').all()).toEqual([
    { service: 'https://one.example', quote_id: 1, purchase_id: 'a' },
    { service: 'https://two.example', quote_id: 1, purchase_id: 'c' },
  ])
  expect(() => after.exec("INSERT INTO paid_quotes VALUES ('https://one.example', 1, 'd')")).toThrow('UNIQUE')
  expect(() => after.exec("INSERT INTO paid_quotes VALUES ('https://one.example', 9, 'z')")).toThrow('FOREIGN KEY')
  after.close()
})
