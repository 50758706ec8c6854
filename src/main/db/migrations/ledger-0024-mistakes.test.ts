import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledger0024Mistakes } from './ledger-0024-mistakes.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-mistakes-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps those who work here, with no mistakes of theirs but the ones in a row', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, ledgerMigrations.indexOf(ledger0024Mistakes)), 'normal')
  before.exec(
    "INSERT INTO clerks (id, name, colour, pin, failures, wait_ms, added_at) VALUES ('a', 'Ana', 'teal', x'00', 7, 5, 1)",
  )
  before.close()
  const after = openDatabase(file, ledgerMigrations, 'normal')
  expect(after.prepare('SELECT id, failures, wait_ms, mistakes FROM clerks').all()).toEqual([
    { id: 'a', failures: 7, wait_ms: 5, mistakes: 0 },
  ])
  after.close()
})
