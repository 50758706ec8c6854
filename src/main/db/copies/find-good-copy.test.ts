import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepCopy } from './keep-copy.ts'
import type { WritableDb } from '../connections.ts'
import { findGoodCopy } from './find-good-copy.ts'
import { openLedger } from '../open-ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-good-backup-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const day = 86_400_000
const now = Date.UTC(2030, 0, 1, 12)
const backups = (): string => join(folder, 'backups')
const open = (name = 'ledger'): WritableDb => {
  const ledger = openLedger(join(folder, `${name}.db`))
  // An event of a purchase without the purchase, which does not matter here.
  ledger.pragma('foreign_keys = OFF')
  return ledger
}
const record = (ledger: WritableDb, event: string): void => {
  ledger.prepare("INSERT INTO purchase_events (purchase_id, at, event) VALUES ('p', 1, ?)").run(event)
}
const dateOfGood = (): number | undefined => findGoodCopy(backups(), now)?.at

describe('the newest good copy, where some have dates in the future', () => {
  it('is the one dated in the future if only it contains the latest purchases', async () => {
    const ledger = open()
    record(ledger, 'first')
    await keepCopy(ledger, backups(), now - day)
    record(ledger, 'second')
    await keepCopy(ledger, backups(), now + 400 * day)
    ledger.close()
    expect(dateOfGood()).toBe(now + 400 * day)
  })

  it('is the one dated in the future if the other has no purchase', async () => {
    const ledger = open()
    await keepCopy(ledger, backups(), now - day)
    record(ledger, 'first')
    await keepCopy(ledger, backups(), now + day)
    ledger.close()
    expect(dateOfGood()).toBe(now + day)
  })

  it('is the one made after the clock was put right', async () => {
    const ledger = open()
    await keepCopy(ledger, backups(), now + 400 * day)
    expect(dateOfGood()).toBe(now + 400 * day)
    await keepCopy(ledger, backups(), now - 2 * day)
    record(ledger, 'first')
    await keepCopy(ledger, backups(), now - day)
    ledger.close()
    expect(dateOfGood()).toBe(now - day)
  })

  it('is not one with more purchases that went on without those of the other', async () => {
    const [left, kept] = [open('left'), open('kept')]
    for (const event of ['first', 'second', 'third']) record(left, event)
    for (const event of ['first', 'another']) record(kept, event)
    await keepCopy(left, backups(), now + day)
    await keepCopy(kept, backups(), now - day)
    left.close()
    kept.close()
    expect(dateOfGood()).toBe(now - day)
  })
})
