import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-foreign-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps every payment found before, of which the chain told less', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 8), 'normal')
  before.exec(
    `INSERT INTO foreign_payments (hash, profile_id, address, token, amount, found_at) VALUES ('0x1', 'p', '0x2', 'USDC', '7', 1)`,
  )
  before.close()
  const after = openDatabase(file, ledgerMigrations, 'normal')
  expect(after.prepare('SELECT hash, amount, network, explorer, recipient FROM foreign_payments').all()).toEqual([
    { hash: '0x1', amount: '7', network: null, explorer: null, recipient: null },
  ])
  after.close()
})
