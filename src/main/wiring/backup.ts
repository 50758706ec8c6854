import { timingSafeEqual } from 'node:crypto'
import { isAddressEqual } from 'viem'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { Timer } from '../../shared/timer.ts'
import type { AppOptions } from '../app-options.ts'
import { badBackup } from '../backup/backup-format.ts'
import { createBackupFiles, mayBeRecordsKey, type BackupFiles } from '../backup/backup-files.ts'
import { createDailyCopies, type DailyCopies } from '../backup/daily-copies.ts'
import { eraseWallet } from '../backup/erase-with-proof.ts'
import { refuseLosing } from '../backup/refuse-losing.ts'
import { restorePhrase } from '../backup/restore-phrase.ts'
import { createRestoring, type Restoring } from '../backup/restoring.ts'
import type { WritableDb, ReadableDb } from '../db/connections.ts'
import type { EventBus } from '../events.ts'
import type { Keys } from './keys.ts'
import type { Wallet } from './wallet.ts'
import { countPurchases } from '../purchases/purchase-repository.ts'
import { listTransfers } from '../transfers/transfer-repository.ts'
import type { VaultAccount } from '../vault/file/vault-file.ts'
import { hadBalance } from '../chain/balances/last-balances-repository.ts'

export interface BackupOptions
  extends
    Pick<AppOptions, 'config' | 'log' | 'version' | 'shell' | 'startVault' | 'vaultCost' | 'restart'>,
    Pick<Keys, 'vault' | 'vaultPath' | 'keeper' | 'throttle'>,
    Pick<Wallet, 'isBusy'> {
  readonly ledger: WritableDb
  readonly cache: WritableDb
  readonly now: () => number
  readonly timer: Timer
  readonly events: EventBus
}

/** Copies of the ledger and of the whole wallet, and their uses. */
export interface BackupParts {
  readonly dailyCopies: DailyCopies
  readonly backupFiles: BackupFiles
  readonly restoring: Restoring
  /** Restores the wallet from its recovery phrase, also in place of its own locked vault. */
  restorePhrase(input: RequestArgument<'vault.restore'>): Promise<void>
  /** Erases the wallet, and restarts without it. */
  erase(input: RequestArgument<'vault.erase'>): Promise<void>
}

/** Opens the data folder's backup state; makes no backup yet. */
export function openBackup(options: BackupOptions): BackupParts {
  const { config, log, shell, ledger, cache, now, timer, vault, vaultPath, keeper, throttle, isBusy, restart } = options
  const { dataDir } = config
  const { dialogs } = shell
  const backupFiles = createBackupFiles({
    ledger,
    vaultPath,
    dataDir,
    till: options.version,
    now,
    timer,
    log,
    dialogs,
    recordsKey: () => keeper.key(),
    hasWorth: () => hasWorth(ledger, cache, vault.accounts()),
  })
  const restoring = createRestoring({
    dataDir,
    dialogs,
    now,
    opening: { throttle, startProcess: options.startVault, cost: options.vaultCost },
    restart: (recordsKey) => restart({ recordsKey }),
    refuse(backup) {
      const here = vault.accounts()
      if (here.length === 0) return
      // Only a forgotten password is a reason to replace the vault of a wallet, and only by one of the same wallet.
      if (!vault.isLocked()) throw new AppError('wallet-exists', 'There is a wallet already')
      if (backup === null) return
      if (backup.wallet !== vault.walletId()) throw badBackup('other-wallet')
      const isKept = ({ address }: VaultAccount): boolean =>
        backup.accounts.some((one) => isAddressEqual(one.address, address))
      refuseLosing(
        here.filter((account) => !isKept(account)),
        isBusy,
      )
    },
    /** The ledger here is the newer one; only its own records key opens it. */
    partsOf(_wallet, recordsKey) {
      if (vault.walletId() === null) return 'wallet'
      const isOwn = keeper.isReadable()
        ? timingSafeEqual(keeper.key(), recordsKey)
        : mayBeRecordsKey(dataDir, vaultPath, recordsKey)
      if (!isOwn) throw badBackup('other-wallet')
      return 'vault'
    },
  })
  const phrase = { vault, hasRecordsKey: () => keeper.isReadable(), isBusy, onUnlocked }
  function onUnlocked(): void {
    options.events.emit('wallet.unlocked')
    backupFiles.passwordChanged()
  }
  return {
    dailyCopies: createDailyCopies(ledger, dataDir, now, timer, log),
    backupFiles,
    restoring,
    restorePhrase: (input) => restorePhrase(phrase, input),
    erase: (input) => eraseWallet({ vault, backupFiles, isBusy, restart: () => restart({ erase: true }) }, input),
  }
}

/** Returns whether a wallet has anything to lose: a purchase, a transfer, or coins at the last read. */
function hasWorth(ledger: ReadableDb, cache: ReadableDb, accounts: readonly VaultAccount[]): boolean {
  return (
    countPurchases(ledger) > 0 ||
    listTransfers(ledger, { offset: 0, limit: 1 }).total > 0 ||
    accounts.some(({ address }) => hadBalance(cache, address))
  )
}
