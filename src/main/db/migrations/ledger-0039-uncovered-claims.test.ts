import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-uncovered-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const own = ledgerMigrations.findIndex(({ name }) => name === 'uncovered-claims')

it('keeps a claim, of which nobody knows what it covered', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, own), 'normal')
  before.exec(`
    INSERT INTO intents VALUES ('c', 'claim');
    INSERT INTO claims VALUES ('c', 1, 'p', '7:0x0', '0x1', '{}', '{}', '0x2', '0x3', '0x4', '7', NULL, '5', 9);
  `)
  const [was] = before.prepare('SELECT * FROM claims').all()
  before.close()
  const after = openDatabase(file, ledgerMigrations.slice(0, own + 1), 'normal')
  expect(after.prepare('SELECT * FROM claims').all()).toEqual([{ ...(was as object), uncovered: null, place: null }])
  after.close()
})
