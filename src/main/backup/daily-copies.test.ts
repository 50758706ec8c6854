import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WritableDb } from '../db/connections.ts'
import { openLedger } from '../db/open-ledger.ts'
import { createDailyCopies, type DailyCopies } from './daily-copies.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let dataDir: string
let ledger: WritableDb
let backups: DailyCopies
let clock: number
let run: (() => void) | null
let logged: string[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'till-copies-'))
  ledger = openLedger(join(dataDir, 'ledger.db'))
  clock = Date.UTC(2030, 0, 1, 12)
  run = null
  logged = []
  const timer = (_ms: number, next: () => void): (() => void) => {
    run = next
    return () => (run = null)
  }
  backups = createDailyCopies(
    ledger,
    dataDir,
    () => clock,
    timer,
    (event) => void logged.push(event),
  )
})
afterEach(() => {
  ledger.close()
  rmSync(dataDir, { recursive: true })
})

const made = (): number => readdirSync(join(dataDir, 'backups')).length
/** Waits for the copy that is being made. */
async function settle(): Promise<void> {
  const next = run
  await backups.stop()
  run = next
}
/** Lets an hour pass and waits for the work it started. */
async function hour(): Promise<void> {
  clock += HOUR
  run?.()
  await settle()
}

it('a copy of the ledger is made at the first start, and then one a day', async () => {
  expect(backups.view()).toMatchObject({ newestAt: null, failed: false })
  backups.start()
  const first = clock
  await settle()
  expect(backups.view()).toMatchObject({ newestAt: new Date(first).toISOString(), failed: false })
  for (let hours = 0; hours < 23; hours++) await hour()
  expect(made()).toBe(1)
  await hour()
  expect([made(), backups.view().newestAt]).toEqual([2, new Date(first + DAY).toISOString()])
})

it('a clock that was ahead delays no copy, and afterwards one a day is enough', async () => {
  clock += 400 * DAY
  backups.start()
  await settle()
  clock -= 400 * DAY
  await hour()
  expect(made()).toBe(2)
  for (let hours = 0; hours < 23; hours++) await hour()
  expect(made()).toBe(2)
  await hour()
  expect(made()).toBe(3)
})

it('a copy that could not be made is shown and made within the hour', async () => {
  writeFileSync(join(dataDir, 'backups'), 'a file in place of the folder')
  backups.start()
  await settle()
  expect([backups.view().failed, logged]).toEqual([true, ['backup.copy']])
  rmSync(join(dataDir, 'backups'))
  await hour()
  expect([backups.view().failed, made()]).toEqual([false, 1])
})
