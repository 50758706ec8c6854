import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newestVersion } from '../db/migration.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { createSealer } from '../db/seal.ts'
import { readNote, writeNote } from '../notes/sealed-note.ts'
import { readReminders, writeReminder } from '../reminders/sealed-reminder.ts'
import { openLedger } from '../db/open-ledger.ts'
import { readVaultFile } from '../vault/file/vault-file.ts'
import { applyRestore } from './apply-restore.ts'
import { createChunkCipher, packHeader } from './backup-format.ts'
import { keyCheckOf, readPlan } from './backup-plan.ts'
import { makeBackup } from './make-backup.ts'
import { stageRestore, readBackupFile } from './restore-backup.ts'
import {
  createMachines,
  openWith,
  password,
  refusalOf,
  vaultOf,
  type TestMachines,
} from '../../testing/backup/backup.ts'
import { writeBackup } from './write-backup.ts'

const start = Date.UTC(2030, 0, 1, 12)
const later = start + 60_000

let machines: TestMachines
let path: string
beforeEach(async () => {
  machines = await createMachines()
  const { ledger, vault, recordsKey, stick: folder, old: dataDir } = machines
  path = await makeBackup({ ledger, vault, recordsKey, folder, dataDir, at: start, till: '1' })
})
afterEach(() => machines.close())

const restore = (from = path, typed = password): Promise<Uint8Array> =>
  stageRestore({ path: from, dataDir: machines.fresh, at: later, partsOf: () => parts, openVault: openWith(typed) })
let parts: 'wallet' | 'vault' | 'ledger' = 'wallet'
beforeEach(() => void (parts = 'wallet'))
const inFresh = (name: string): string => join(machines.fresh, name)

interface Found {
  readonly wallet: string | undefined
  readonly intents: unknown
  readonly restoredAt: unknown
}
/** Returns what a Till finds when it starts in the new machine's folder. */
function found(): Found {
  const ledger = openLedger(inFresh('ledger.db'))
  try {
    return {
      wallet: readVaultFile(inFresh('vault.json'))?.header.walletId,
      intents: ledger.prepare('SELECT id FROM intents').pluck().all(),
      restoredAt: ledger.prepare('SELECT restored_at FROM ledger_state').pluck().get(),
    }
  } finally {
    ledger.close()
  }
}
const whole = (): Found => ({ wallet: machines.vault.header.walletId, intents: ['a'], restoredAt: later })

describe('a restored backup', () => {
  it('is a wallet with its ledger, marked as restored, and its records key', async () => {
    expect(Buffer.from(await restore()).equals(machines.recordsKey)).toBe(true)
    applyRestore(machines.fresh)
    expect(found()).toEqual(whole())
    expect(readPlan(inFresh('backup-plan.json'))).toEqual({
      wallet: machines.vault.header.walletId,
      keyCheck: keyCheckOf(machines.recordsKey, machines.vault.header.walletId),
      since: later,
      folder: null,
      last: { at: start, file: path },
    })
    expect(readdirSync(machines.fresh).sort()).toEqual(['backup-plan.json', 'ledger.db', 'vault.json'])
  })

  it('has the notes of purchases, which open with the records key that comes with it', async () => {
    const { ledger, vault, recordsKey, stick: folder, old: dataDir } = machines
    writeNote({ ledger, sealer: createSealer(recordsKey) }, 'a', { note: 'For Lupe', tags: ['family'] })
    const key = await restore(await makeBackup({ ledger, vault, recordsKey, folder, dataDir, at: start, till: '1' }))
    applyRestore(machines.fresh)
    const restored = openLedger(inFresh('ledger.db'))
    const note = readNote({ ledger: restored, sealer: createSealer(key) }, 'a')
    restored.close()
    expect(note).toEqual({ note: 'For Lupe', tags: ['family'] })
  })

  it('has the reminders, as far as they are handled', async () => {
    const { ledger, vault, recordsKey, stick: folder, old: dataDir } = machines
    ledger.exec(`INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
                 VALUES ('a', 1, 'p', '7:0x0', '0x1', '{}', x'00')`)
    const day = { start: '2026-11-03', handledTo: '2026-12-01', countedTo: 1, notifiedTo: '2026-12-01' }
    const reminder = {
      purchaseId: 'a',
      skippedDue: null,
      countedAhead: [] as string[],
      schedule: { kind: 'days', days: 28 },
      ...day,
    } as const
    writeReminder({ ledger, sealer: createSealer(recordsKey) }, reminder)
    const key = await restore(await makeBackup({ ledger, vault, recordsKey, folder, dataDir, at: start, till: '1' }))
    applyRestore(machines.fresh)
    const restored = openLedger(inFresh('ledger.db'))
    const reminders = readReminders({ ledger: restored, sealer: createSealer(key) })
    restored.close()
    expect(reminders).toEqual([reminder])
  })

  it('does not count an account as reconciled that was before, even while the backup was made', async () => {
    const explained = `INSERT INTO reconciled_accounts (profile_id, chain_instance, address, below, at) VALUES ('p', 'c', 'x', 3, ${later + 5000})`
    machines.ledger.exec(explained)
    const { ledger, vault, recordsKey, stick: folder, old: dataDir } = machines
    await restore(await makeBackup({ ledger, vault, recordsKey, folder, dataDir, at: start, till: '1' }))
    applyRestore(machines.fresh)
    expect(found().restoredAt).toBe(later + 5001)
  })

  it('restores only its vault if the existing ledger stays, and is still read completely', async () => {
    parts = 'vault'
    writeFileSync(inFresh('ledger.db'), 'mine')
    writeFileSync(inFresh('backup-plan.json'), 'mine')
    // Left by a restore of the whole wallet that was interrupted.
    mkdirSync(inFresh('incoming'))
    writeFileSync(inFresh('incoming/ledger.db'), 'half')
    await restore()
    applyRestore(machines.fresh)
    expect(readFileSync(inFresh('ledger.db'), 'utf8')).toBe('mine')
    expect(readFileSync(inFresh('backup-plan.json'), 'utf8')).toBe('mine')
    expect(readVaultFile(inFresh('vault.json'))?.header.walletId).toBe(machines.vault.header.walletId)
    const spoilt = readFileSync(path)
    spoilt[spoilt.length - 1] = (spoilt.at(-1) ?? 0) ^ 1
    writeFileSync(path, spoilt)
    expect(await refusalOf(restore())).toBe('bad-backup damaged')
  })

  it('restores only its ledger, marked as restored, if the existing vault stays', async () => {
    parts = 'ledger'
    for (const name of ['vault.json', 'backup-plan.json']) writeFileSync(inFresh(name), 'mine')
    await restore()
    applyRestore(machines.fresh)
    for (const name of ['vault.json', 'backup-plan.json']) expect(readFileSync(inFresh(name), 'utf8')).toBe('mine')
    const ledger = openLedger(inFresh('ledger.db'))
    expect(ledger.prepare('SELECT id FROM intents').pluck().all()).toEqual(['a'])
    expect(ledger.prepare('SELECT restored_at FROM ledger_state').pluck().get()).toBe(later)
    ledger.close()
  })

  it('has no wrong passwords from before', async () => {
    const { ledger, vault, recordsKey, stick: folder, old: dataDir } = machines
    ledger.exec('INSERT INTO unlock_throttle (id, failures, wait_ms) VALUES (1, 9, 480000)')
    await restore(await makeBackup({ ledger, vault, recordsKey, folder, dataDir, at: start, till: '1' }))
    applyRestore(machines.fresh)
    const restored = openLedger(inFresh('ledger.db'))
    expect(restored.prepare('SELECT * FROM unlock_throttle').all()).toEqual([])
    restored.close()
  })

  it('is refused with a wrong password, and leaves nothing', async () => {
    expect(await refusalOf(restore(path, 'another'))).toBe('wrong-password')
    expect(readdirSync(machines.fresh)).toEqual([])
  })

  it('leaves and changes nothing if it cannot be read completely', async () => {
    writeFileSync(inFresh('ledger.db'), 'mine')
    const file = readFileSync(path)
    const spoilt = join(machines.stick, 'spoilt.tillbackup')
    for (const at of [file.length - 1, file.length - 40_000]) {
      const other = Buffer.from(file)
      other[at] = (other[at] ?? 0) ^ 1
      writeFileSync(spoilt, other)
      expect(await refusalOf(restore(spoilt))).toBe('bad-backup damaged')
    }
    expect(await refusalOf(restore(join(machines.stick, 'none')))).toBe('bad-backup gone')
    expect(await refusalOf(restore(machines.stick))).toBe('bad-backup not-a-backup')
    expect(readdirSync(machines.fresh)).toEqual(['ledger.db'])
    expect(readFileSync(inFresh('ledger.db'), 'utf8')).toBe('mine')
  })

  it('is refused if its ledger is not a database', async () => {
    const ledgerFile = join(machines.old, 'other.db')
    writeFileSync(ledgerFile, 'no database at all, '.repeat(500))
    const { vault, recordsKey } = machines
    const odd = join(machines.stick, 'odd.tillbackup')
    const ledgerVersion = newestVersion(ledgerMigrations)
    await writeBackup(odd, { vault, recordsKey, ledgerFile, ledgerVersion, madeAt: start, till: '1' })
    expect(await refusalOf(restore(odd))).toBe('bad-backup damaged')
    expect(readdirSync(machines.fresh)).toEqual([])
  })

  it.each([
    ['newer', newestVersion(ledgerMigrations) + 1],
    ['too-old', 39],
  ])('of a %s Till is refused as such, whatever its header says, and stays unchanged', async (reason, version) => {
    const { vault, recordsKey } = machines
    const ledgerFile = join(machines.old, 'other.db')
    const other = new SqliteDatabase(ledgerFile)
    other.exec('CREATE TABLE purchases (id TEXT) STRICT')
    other.pragma(`user_version = ${version}`)
    other.close()
    for (const ledgerVersion of [version, newestVersion(ledgerMigrations)]) {
      const made = join(machines.stick, `${ledgerVersion}.tillbackup`)
      await writeBackup(made, { vault, recordsKey, ledgerFile, ledgerVersion, madeAt: start, till: '1' })
      const bytes = readFileSync(made)
      if (ledgerVersion === version) expect(await refusalOf(readBackupFile(made))).toBe(`bad-backup ${reason}`)
      expect(await refusalOf(restore(made))).toBe(`bad-backup ${reason}`)
      expect(readFileSync(made).equals(bytes)).toBe(true)
      expect(readdirSync(machines.fresh)).toEqual([])
    }
  })

  it('is refused if it names another wallet than its vault', async () => {
    const { vault, recordsKey } = machines
    const salt = '0'.repeat(64)
    const ledger = { version: newestVersion(ledgerMigrations), bytes: 1 }
    const head = packHeader({ madeAt: start, till: '1', wallet: randomUUID(), ledger, salt, vault })
    const forged = join(machines.stick, 'forged.tillbackup')
    writeFileSync(forged, Buffer.concat([head, createChunkCipher(recordsKey, salt, head).seal(Buffer.of(1), 0, true)]))
    await expect(readBackupFile(forged)).rejects.toMatchObject({ code: 'bad-backup', details: { reason: 'damaged' } })
  })

  it('is refused before any key derivation if its vault demands an absurd cost', async () => {
    const { ledger, recordsKey, stick: folder, old: dataDir } = machines
    const { header, ...rest } = await vaultOf(recordsKey)
    for (const more of [{ memoryKiB: 2 * 1024 * 1024 }, { passes: 17 }, { lanes: 17, memoryKiB: 17 * 8 }]) {
      const vault = { header: { ...header, kdf: { ...header.kdf, ...more } }, ...rest }
      const made = await makeBackup({ ledger, vault, recordsKey, folder, dataDir, at: start, till: '1' })
      expect(await refusalOf(readBackupFile(made))).toBe('bad-backup costly')
    }
  })

  it('sets existing files aside, and overwrites nothing', async () => {
    const names = [
      'ledger.db',
      'ledger.db-wal',
      'ledger.db-shm',
      'vault.json',
      'vault.json.previous',
      'backup-plan.json',
    ]
    for (const name of names) writeFileSync(inFresh(name), `old ${name}`)
    await restore()
    applyRestore(machines.fresh)
    expect(found()).toEqual(whole())
    const setAside = inFresh(`set-aside-${later}`)
    for (const name of readdirSync(setAside)) expect(readFileSync(join(setAside, name), 'utf8')).toBe(`old ${name}`)
    expect(readdirSync(setAside).sort()).toEqual(names.toSorted())
    expect(statSync(setAside).mode & 0o077).toBe(0)
  })

  it('is complete or absent, wherever Till was interrupted', async () => {
    // Before the last step there is nothing to continue from, and the next try starts from the beginning.
    mkdirSync(inFresh('incoming'))
    writeFileSync(inFresh('incoming/vault.json'), 'half')
    applyRestore(machines.fresh)
    expect(existsSync(inFresh('vault.json'))).toBe(false)
    for (let steps = 0; steps < 10; steps++) {
      for (const name of readdirSync(machines.fresh))
        renameSync(inFresh(name), join(machines.stick, `${steps}-${name}`))
      writeFileSync(inFresh('ledger.db'), 'of the first run')
      writeFileSync(inFresh('ledger.db-wal'), 'of the first run')
      await restore()
      let left = steps
      const cut = (from: string, to: string): void => {
        expect(existsSync(inFresh('ledger.db'))).toBe(true)
        if (left-- === 0) throw new Error('Cut off')
        renameSync(from, to)
      }
      let wasCut = false
      try {
        applyRestore(machines.fresh, cut)
      } catch {
        wasCut = true
        // The wallet does not exist before everything else is in place.
        expect(existsSync(inFresh('vault.json'))).toBe(false)
        applyRestore(machines.fresh)
      }
      // The old log would be applied to the new ledger, and damage it.
      expect(existsSync(inFresh('ledger.db-wal')), String(steps)).toBe(false)
      expect(found(), String(steps)).toEqual(whole())
      expect(wasCut, String(steps)).toBe(steps < 4)
    }
  })
})
