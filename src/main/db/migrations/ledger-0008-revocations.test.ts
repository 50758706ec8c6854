import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-revocations-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps what is there, and a revocation only with its intent', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 7), 'normal')
  before.exec("INSERT INTO intents (id, kind) VALUES ('a', 'purchase'), ('b', 'revocation')")
  before.close()
  const after = openDatabase(file, ledgerMigrations, 'normal')
  const insert = (id: string): unknown =>
    after.exec(`INSERT INTO revocations VALUES ('${id}', 1, 'p', '7:0x0', '0x1', '0x2', '0x3', '{}')`)
  insert('b')
  expect(() => insert('z')).toThrow('FOREIGN KEY')
  expect(after.prepare('SELECT id FROM intents ORDER BY id').all()).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(after.pragma('foreign_key_check')).toEqual([])
  after.close()
})
