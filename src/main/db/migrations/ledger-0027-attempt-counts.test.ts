import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-attempts-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('counts the attempts that were written down before', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 26), 'normal')
  before.exec(
    `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
       VALUES ('a', 1, 'p', '7:0x0', '0x1', '{}', x'00');
     INSERT INTO registrations (idempotency_key, purchase_id, payment_hash, body, prepared_at)
       VALUES ('k', 'a', '0x2', x'00', 1), ('l', 'a', '0x2', x'00', 2);
     INSERT INTO registration_attempts (idempotency_key, at, outcome) VALUES ('k', 1, 'unclear'), ('k', 2, 'unclear');`,
  )
  before.close()
  const after = openDatabase(file, ledgerMigrations, 'normal')
  expect(after.prepare('SELECT idempotency_key, attempts FROM registrations').all()).toEqual([
    { idempotency_key: 'k', attempts: 2 },
    { idempotency_key: 'l', attempts: 0 },
  ])
  after.close()
})
