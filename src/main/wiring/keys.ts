import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { toAppError } from '../../shared/errors.ts'
import type { AppOptions } from '../app-options.ts'
import { mayBeRecordsKey } from '../backup/backup-files.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import type { Clocks } from '../engine/spend-context.ts'
import type { EventBus } from '../events.ts'
import { openRecordsKeeper, type RecordsKeeper } from '../vault/records-keeper.ts'
import type { GuessThrottle } from '../vault/throttle/guess-throttle.ts'
import { createUnlockThrottle } from '../vault/throttle/unlock-throttle.ts'
import { openVaultAt, type Vault } from '../vault/vault.ts'

export interface KeysOptions
  extends Clocks, Pick<AppOptions, 'config' | 'log' | 'secrets' | 'startVault' | 'vaultCost' | 'restart'> {
  readonly ledger: WritableDb
  readonly events: EventBus
}

/** The wallet's keys, and its records key. */
export interface Keys {
  readonly vaultPath: string
  readonly vault: Vault
  readonly throttle: GuessThrottle
  readonly keeper: RecordsKeeper
  readonly sealer: Sealer
  /** Opens the vault, and continues what the lock delayed. If it is damaged, a rescue replaces the app. */
  unlock(password: string): Promise<void>
}

/** Opens the vault of a data folder, locked. Throws AppError `vault-damaged` if its file cannot be read. */
export function openKeys(options: KeysOptions): Keys {
  const { ledger, now, monotonic, events } = options
  const { dataDir } = options.config
  const vaultPath = join(dataDir, 'vault.json')
  const keeper = openRecordsKeeper(options.secrets, existsSync(vaultPath), (key) =>
    mayBeRecordsKey(dataDir, vaultPath, key),
  )
  const throttle = createUnlockThrottle(ledger, now, monotonic)
  const vault = openVaultAt({
    path: vaultPath,
    throttle,
    startProcess: options.startVault,
    cost: options.vaultCost,
    now,
    recordsKey: () => keeper.key(),
    onOpened(key) {
      try {
        keeper.adopt(key)
      } catch (error) {
        // This Till has the key. A store that fails must not keep the wallet closed.
        options.log('vault.records', {}, { error })
      }
      events.emit('vault.opened', key)
    },
    onLocked: () => events.emit('vault.locked'),
  })

  async function unlock(password: string): Promise<void> {
    await vault.unlock(password).catch(async (error: unknown) => {
      if (toAppError(error).code === 'vault-damaged') await options.restart({ damaged: true })
      throw error
    })
    events.emit('wallet.unlocked')
  }

  return { vaultPath, vault, throttle, keeper, sealer: keeper.sealer, unlock }
}
