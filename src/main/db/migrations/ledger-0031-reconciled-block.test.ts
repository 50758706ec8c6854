import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readReconciled } from '../../history/reconciling-repository.ts'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-reconciled-block-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps accounts explained before, of which nobody wrote down the block', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 30), 'normal')
  before.exec(
    `INSERT INTO reconciled_accounts (profile_id, chain_instance, address, below, at) VALUES ('p', '7:0x0', '0x1', 3, 5)`,
  )
  before.close()
  const after = openDatabase(file, ledgerMigrations, 'normal')
  const place = { profileId: 'p', chainInstance: '7:0x0', address: '0x1' } as const
  expect(readReconciled(after, place)).toEqual({ below: 3, at: 5, block: null })
  after.close()
})
