import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-retries-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps every purchase, none of them a retry, and links a new one only to a purchase there is', () => {
  const file = join(folder, 'ledger.db')
  const insert = `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery`
  const before = openDatabase(file, ledgerMigrations.slice(0, 4), 'normal')
  before.exec(`${insert}) VALUES ('a', 1, 'p', '7:0x0', '0x1', '{}', x'00')`)
  before.close()
  const after = openDatabase(file, ledgerMigrations, 'normal')
  expect(after.prepare('SELECT id, retry_of FROM purchases').all()).toEqual([{ id: 'a', retry_of: null }])
  after.exec(`${insert}, retry_of) VALUES ('b', 2, 'p', '7:0x0', '0x1', '{}', x'00', 'a')`)
  expect(() => after.exec(`${insert}, retry_of) VALUES ('c', 3, 'p', '7:0x0', '0x1', '{}', x'00', 'z')`)).toThrow(
    'FOREIGN KEY',
  )
  expect(after.pragma('foreign_key_check')).toEqual([])
  after.close()
})
