import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyCheckOf, writePlan } from '../backup/backup-plan.ts'
import { planPathOf } from '../backup/backup-files.ts'
import { makeBackup } from '../backup/make-backup.ts'
import type { WritableDb } from '../db/connections.ts'
import { openCache } from '../db/open-cache.ts'
import { cacheMigrations } from '../db/migrations/cache.ts'
import { writeVaultFile, type VaultAccount } from '../vault/file/vault-file.ts'
import { accountsOf } from '../vault/file/vault-box.ts'
import { createMachines, least, password, refusalOf, type TestMachines } from '../../testing/backup/backup.ts'
import { testPhraseAddresses } from '../../testing/vault/vault.ts'
import { vaultInProcess } from '../../testing/vault/in-process.ts'
import { openBackup, type BackupOptions, type BackupParts } from './backup.ts'

const imported = { address: testPhraseAddresses[2], index: null }
const DAY = 86_400_000

let machines: TestMachines
let cache: WritableDb
let file: string
let accounts: readonly VaultAccount[]
let busy: string | null
/** The records key of this machine; null while it is not known. */
let key: Uint8Array | null
let restarts: number

beforeEach(async () => {
  machines = await createMachines()
  const { ledger, vault, recordsKey, stick: folder, old: dataDir } = machines
  mkdirSync(join(dataDir, 'cache'))
  cache = openCache(join(dataDir, 'cache', 'cache.db'), cacheMigrations)
  writeVaultFile(join(dataDir, 'vault.json'), vault, 'kept')
  file = await makeBackup({ ledger, vault, recordsKey, folder, dataDir, at: 1, till: '1' })
  accounts = accountsOf(vault)
  ;[busy, key, restarts] = [null, recordsKey, 0]
})
afterEach(() => {
  cache.close()
  machines.close()
})

/** Opens the backups of a machine with a locked wallet. */
function open(now = 2): BackupParts {
  const { old: dataDir, ledger, vault } = machines
  const options = {
    config: { dataDir },
    log: () => undefined,
    shell: { dialogs: null },
    ledger,
    cache,
    now: () => now,
    vault: { accounts: () => accounts, isLocked: () => true, walletId: () => vault.header.walletId },
    vaultPath: join(dataDir, 'vault.json'),
    keeper: { isReadable: () => key !== null, key: () => key },
    throttle: { around: <T>(work: () => Promise<T>) => work(), reset: () => undefined },
    startVault: () => vaultInProcess(),
    vaultCost: least,
    isBusy: (address: string) => address === busy,
    restart: async () => (restarts++, { request: async () => ({ ok: true, value: null }) }),
  }
  return openBackup(options as unknown as BackupOptions)
}

describe('a backup file in place of its own locked wallet', () => {
  const restore = async (): Promise<string> => {
    const { restoring } = open()
    const opened = await refusalOf(restoring.open(file))
    return opened === 'done' ? refusalOf(restoring.restore(password)) : opened
  }

  it('is refused while a key that it lacks has a payment under way, and no other', async () => {
    accounts = [...accounts, imported]
    busy = imported.address
    expect([await restore(), restarts]).toEqual(['not-allowed restore-busy', 0])
    busy = accounts[0]?.address ?? null
    expect([await restore(), restarts]).toEqual(['done', 1])
  })

  it('is refused if its records key does not open the ledger here', async () => {
    key = new Uint8Array(32).fill(1)
    expect([await restore(), restarts]).toEqual(['bad-backup other-wallet', 0])
  })

  it('is refused by the plan of the backups while the records key is not known', async () => {
    key = null
    const wallet = machines.vault.header.walletId
    const plan = { wallet, since: 1, folder: null, last: null }
    writePlan(planPathOf(machines.old), { ...plan, keyCheck: '0'.repeat(64) })
    expect([await restore(), restarts]).toEqual(['bad-backup other-wallet', 0])
    writePlan(planPathOf(machines.old), { ...plan, keyCheck: keyCheckOf(machines.recordsKey, wallet) })
    expect([await restore(), restarts]).toEqual(['done', 1])
  })
})

describe('a wallet without a backup for two weeks', () => {
  const isDue = (): boolean => {
    const { backupFiles } = open()
    backupFiles.opened(machines.recordsKey)
    return open(15 * DAY).backupFiles.view().isDue
  }

  it('is due for none while it has nothing to lose', () => {
    expect(isDue()).toBe(false)
  })

  it.each([
    [
      'a purchase',
      () =>
        machines.ledger
          .exec(`INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
          VALUES ('a', 1, 'p', '7:0x0', '0x1', '{}', x'00')`),
    ],
    [
      'a transfer',
      () =>
        machines.ledger.exec(`INSERT INTO intents VALUES ('t', 'transfer');
          INSERT INTO transfers (id, created_at, profile_id, chain_instance, from_address, network, coin, units, recipient)
          VALUES ('t', 1, 'p', '7:0x0', '0x1', '{}', '{}', '1', '0x2')`),
    ],
    [
      'coins',
      () => {
        const held = { native: '0', tokens: { usdc: '1' }, readAt: '2030-01-01T00:00:00.000Z' }
        cache
          .prepare('INSERT INTO last_balances (address, chain_id, network_key, held) VALUES (?, 7, ?, ?)')
          .run(accounts[0]?.address, 'harbour', JSON.stringify(held))
      },
    ],
  ])('is due once it has %s', (_, have) => {
    have()
    expect(isDue()).toBe(true)
  })
})
