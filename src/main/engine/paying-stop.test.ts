import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WritableDb } from '../db/connections.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { createPayingStop } from './paying-stop.ts'

let folder: string
let ledger: WritableDb
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'till-stop-'))))
afterEach(() => {
  ledger.close()
  rmSync(folder, { recursive: true })
})

it.each([
  ['full', true, false, null],
  ['normal', true, false, 'ledger-unsafe'],
  ['full', false, false, 'records-unreadable'],
  ['full', true, true, 'policy-unusable'],
] as const)('a ledger with %s durability, records readable: %s, policy closed: %s stops with %s', (...given) => {
  const [durability, isReadable, isClosed, reason] = given
  ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, durability)
  const stop = createPayingStop(ledger, { isReadable: () => isReadable }, { isClosed })
  expect(stop.reason()).toBe(reason)
  stop.diskFailed()
  expect(stop.reason()).toBe('disk-error')
})
