import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { beginErasing, finishErasing } from './erase-wallet.ts'

let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-erase-'))
  dataDir = join(folder, 'data')
  for (const one of ['', 'backups', 'set-aside-17', 'incoming', 'restored-17', 'downloads', 'logs'])
    mkdirSync(join(dataDir, one), { recursive: true })
  // A vault of many accounts is longer than what is overwritten at once.
  for (const name of files) writeFileSync(join(dataDir, name), `secret of ${name}`.padStart(200_000))
})
afterEach(() => rmSync(folder, { recursive: true }))

const keys = [
  'vault.json',
  'vault.json.previous',
  'vault.json.0123456789abcdef.part',
  'records.key',
  'records.key.sealed',
  'records.key.box',
  'records.key.0123456789abcdef.part',
  'set-aside-17/vault.json',
  // Left by a restore that was interrupted, before and after its last step.
  'incoming/vault.json',
  'restored-17/vault.json',
]
const others = [
  'ledger.db',
  'ledger.db-wal',
  'ledger.db.damaged-5',
  'ledger.db.damaged-5-wal',
  'ledger.db.spare',
  // Left by a backup that was interrupted.
  'ledger-to-back-up.db',
  'ledger-to-back-up.db-wal',
  'cache.db',
  'cache.db-shm',
  'backup-plan.json',
  'backup-plan.json.0123456789abcdef.part',
  'shop-mode.json',
  'shop-mode.json.0123456789abcdef.part',
  'backups/ledger-2030-01-01T12-00-00.db',
  'logs/till.log',
  'logs/till.1.log',
]
const unrelated = ['catalog.db', 'till.lock', 'downloads/till-proof.json', 'vault.json-of-mine.txt']
const files = [...keys, ...others, ...unrelated]
const left = (): string[] =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length + 1))
    .sort()

it('does nothing before it was started', () => {
  finishErasing(dataDir)
  expect(left()).toEqual([...files].sort())
})

it('erases all files of the wallet, overwrites its keys first, and leaves other files', () => {
  for (const [index, name] of keys.entries()) linkSync(join(dataDir, name), join(folder, String(index)))
  beginErasing(dataDir)
  finishErasing(dataDir)
  expect(left()).toEqual([...unrelated].sort())
  for (const index of keys.keys()) expect(readFileSync(join(folder, String(index)), 'latin1')).not.toContain('secret')
})

it('continues after an interruption', () => {
  beginErasing(dataDir)
  for (const name of ['vault.json', 'ledger.db', 'records.key']) rmSync(join(dataDir, name))
  finishErasing(dataDir)
  expect(left()).toEqual([...unrelated].sort())
})

it('stays marked until everything is gone, and begins with the keys', () => {
  beginErasing(dataDir)
  const inTheWay = join(dataDir, 'ledger.db-in-the-way')
  // The first of the other files cannot be deleted, as if another program had it open.
  for (const name of [...others].filter((one) => !one.includes('/'))) rmSync(join(dataDir, name))
  mkdirSync(inTheWay)
  expect(() => finishErasing(dataDir)).toThrow()
  expect(left()).toEqual(
    [...unrelated, 'backups/ledger-2030-01-01T12-00-00.db', 'logs/till.log', 'logs/till.1.log', 'erasing'].sort(),
  )
  rmSync(inTheWay, { recursive: true })
  finishErasing(dataDir)
  expect(left()).toEqual([...unrelated].sort())
})
