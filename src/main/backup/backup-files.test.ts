import { mkdirSync, readdirSync, realpathSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMachines, type TestMachines } from '../../testing/backup/backup.ts'
import { writeVaultFile } from '../vault/file/vault-file.ts'
import { createBackupFiles, type BackupFiles } from './backup-files.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let machines: TestMachines
let clock: number
let run: (() => void) | null
let worth: boolean
/** Called while a backup is made. */
let onMaking: () => void
beforeEach(async () => {
  machines = await createMachines()
  writeVaultFile(join(machines.old, 'vault.json'), machines.vault, 'kept')
  clock = Date.UTC(2030, 0, 1, 12)
  worth = true
  onMaking = () => undefined
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  machines.close()
})

function open(): BackupFiles {
  const { ledger, old: dataDir, recordsKey } = machines
  return createBackupFiles({
    log: () => undefined,
    ledger,
    dataDir,
    vaultPath: join(dataDir, 'vault.json'),
    till: '1',
    dialogs: null,
    recordsKey() {
      onMaking()
      return recordsKey
    },
    hasWorth: () => worth,
    now: () => clock,
    timer: (_ms, next) => {
      run = next
      return () => (run = null)
    },
  })
}
const made = (): number => readdirSync(machines.stick).length
/** Lets an hour pass and waits for the work it started. */
async function hour(files: BackupFiles): Promise<void> {
  clock += HOUR
  run?.()
  const next = run
  await files.stop()
  run = next
}

it('makes one a day, and retries hourly after a failure', async () => {
  const files = open()
  files.opened(machines.recordsKey)
  files.start()
  await hour(files)
  expect(made()).toBe(0)
  await files.choose(machines.stick)
  for (let hours = 0; hours < 23; hours++) await hour(files)
  expect(made()).toBe(1)
  const pulled = `${machines.stick}-pulled`
  renameSync(machines.stick, pulled)
  await hour(files)
  expect(files.view().problem).toEqual({ code: 'backup-failed', details: { reason: 'folder-gone' } })
  renameSync(pulled, machines.stick)
  await hour(files)
  expect([made(), files.view().problem]).toEqual([2, null])
  await hour(files)
  expect(made()).toBe(2)
  // A clock that was set back must not stop backups for years.
  clock -= 400 * DAY
  await hour(files)
  expect(made()).toBe(3)
  await files.stop()
})

it('reminds a wallet with something to lose 14 days after its last one, or after its arrival here', async () => {
  const files = open()
  expect(files.view().isDue).toBe(false)
  files.opened(machines.recordsKey)
  clock += 14 * DAY - 1
  expect(files.view().isDue).toBe(false)
  clock += 1
  expect(files.view()).toMatchObject({ isDue: true, dueAfterDays: 14 })
  worth = false
  expect(files.view().isDue).toBe(false)
  worth = true
  await files.choose(machines.stick)
  expect(files.view().isDue).toBe(false)
  files.forgetFolder()
  clock += 14 * DAY
  // A restart and another unlock forget nothing.
  const again = open()
  again.opened(machines.recordsKey)
  expect(again.view().isDue).toBe(true)
})

it('makes none with a key other than the vault’s: no password would open it', async () => {
  const files = open()
  files.opened(machines.recordsKey)
  machines.recordsKey.fill(1)
  await expect(files.choose(machines.stick)).rejects.toMatchObject({ details: { reason: 'no-key' } })
  expect(made()).toBe(0)
  // What was not made is not made every day either.
  expect(files.view()).toMatchObject({ folder: null, lastAt: null, problem: null })
})

it('makes none inside the folder of the wallet, whatever leads there, but in one whose name begins like it', async () => {
  const files = open()
  files.opened(machines.recordsKey)
  const inside = join(machines.old, 'inside')
  mkdirSync(inside)
  const link = join(machines.stick, 'link')
  symlinkSync(inside, link, 'junction')
  for (const folder of [machines.old, inside, link])
    await expect(files.choose(folder)).rejects.toMatchObject({ details: { reason: 'beside-the-wallet' } })
  const beside = `${machines.old}-beside`
  mkdirSync(beside)
  expect(await files.choose(beside)).toMatchObject({ folder: realpathSync(beside) })
})

it('makes one that opens with a new password, if a folder was chosen', async () => {
  const files = open()
  files.opened(machines.recordsKey)
  files.passwordChanged()
  await files.stop()
  expect(made()).toBe(0)
  await files.choose(machines.stick)
  files.passwordChanged()
  await files.stop()
  expect(made()).toBe(2)
})

it('makes no more if the daily files are stopped while one is made', async () => {
  const files = open()
  files.opened(machines.recordsKey)
  await files.choose(machines.stick)
  onMaking = () => void files.forgetFolder()
  await files.make()
  expect(files.view()).toMatchObject({ folder: null, lastAt: new Date(clock).toISOString() })
})

it('does not use another wallet’s plan', async () => {
  const files = open()
  files.opened(machines.recordsKey)
  await files.choose(machines.stick)
  const header = { ...machines.vault.header, walletId: '00000000-0000-4000-8000-000000000000' }
  writeVaultFile(join(machines.old, 'vault.json'), { ...machines.vault, header }, 'kept')
  expect(files.view()).toMatchObject({ folder: null, lastAt: null })
  await expect(files.make()).rejects.toMatchObject({ code: 'not-found' })
  await expect(files.choose(machines.stick)).rejects.toMatchObject({ details: { reason: 'no-key' } })
})

it('tries again within the hour if the one for a new password was not made', async () => {
  const files = open()
  files.opened(machines.recordsKey)
  await files.choose(machines.stick)
  files.start()
  const pulled = `${machines.stick}-pulled`
  renameSync(machines.stick, pulled)
  files.passwordChanged()
  await vi.waitFor(() => expect(files.view().problem).not.toBeNull())
  renameSync(pulled, machines.stick)
  await hour(files)
  expect([made(), files.view().problem]).toEqual([2, null])
  renameSync(machines.stick, pulled)
  await expect(files.make()).rejects.toMatchObject({ details: { reason: 'folder-gone' } })
  renameSync(pulled, machines.stick)
  // What failed in a folder is no problem of one that is not used any more.
  expect(files.forgetFolder()).toMatchObject({ folder: null, problem: null })
  await files.stop()
})

it('keeps folder and last backup with another records key, and the last one without a folder', async () => {
  const files = open()
  files.opened(machines.recordsKey)
  await files.choose(machines.stick)
  const { folder, lastAt, lastFile } = files.view()
  expect(lastAt).not.toBeNull()
  files.opened(new Uint8Array(32).fill(9))
  expect(files.view()).toMatchObject({ folder, lastAt, lastFile })
  expect(files.forgetFolder()).toMatchObject({ folder: null, lastAt, lastFile })
})
