import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { App, AppOptions } from '../app-options.ts'
import { badBackup } from '../backup/backup-format.ts'
import { readPlan } from '../backup/backup-plan.ts'
import { findGoodCopy } from '../db/copies/find-good-copy.ts'
import { isLedgerMissing } from '../db/open-ledger.ts'
import { openToRead } from '../db/open-to-read.ts'
import { restoreLedger } from '../db/copies/restore-ledger.ts'
import { createSpareLedger, type SpareLedger } from '../db/spare-ledger.ts'
import type { Handlers } from '../ipc/channel/handlers.ts'
import { isKiosk } from '../kiosk/kiosk-repository.ts'
import { createTurns } from './create-turns.ts'
import { createShopGuard, type ShopGuard } from './shop-guard.ts'
import { createRescueHost } from './rescue-host.ts'
import { createGuessThrottle, type GuessThrottle } from '../vault/throttle/guess-throttle.ts'
import { readThrottle, writeThrottle } from '../vault/throttle/unlock-throttle-repository.ts'
import { readVaultFile } from '../vault/file/vault-file.ts'
import { planPathOf } from '../backup/backup-files.ts'
import { createRestoring } from '../backup/restoring.ts'

/** What is wrong with a ledger: it cannot be read, or there is a wallet without one. */
export type LedgerLoss = 'damaged' | 'missing'

/**
 * Creates the rescue that replaces the app while the ledger is lost: it holds no key and pays nothing. It can restore Till's newest copy,
 * the ledger of a backup file, or an empty one if there is no copy. Each is marked as restored. The existing file is moved aside, never
 * deleted. A shop's register stays one by the mark in its folder.
 */
export function createLedgerRescue(options: AppOptions, loss: LedgerLoss): App {
  const { config, shell, restart } = options
  const { dataDir } = config
  const file = join(dataDir, 'ledger.db')
  const copy = findGoodCopy(join(dataDir, 'backups'), Date.now())
  const spare = createSpareLedger(file)
  const opening = { throttle: throttleOf(spare), startProcess: options.startVault, cost: options.vaultCost }
  const isShopsLedger = (): boolean => copy !== null && isShopsCopy(copy.file)
  const vaults = ['vault.json', 'vault.json.previous']
  const shop = createShopGuard({ dataDir, isShopsLedger, vaults, replaced: file, opening })
  const found = { file, loss, copiedAt: copy?.at ?? null, isShop: shop.isShop, asks: shop.asks }
  const lost = (): AppError => lostError({ ...found, typesPaths: shell.dialogs === null }, dataDir)
  const restoring = createRestoring({
    dataDir,
    dialogs: shell.dialogs,
    now: Date.now,
    opening,
    refuse(backup) {
      if (backup !== null && canRestoreFrom(backup.wallet, dataDir) === 'wallet') shop.assertOwn(backup.wallet)
    },
    partsOf: (wallet) => canRestoreFrom(wallet, dataDir),
    restart(recordsKey) {
      spare.remove()
      return restart({ recordsKey })
    },
  })

  const take = createTurns()
  /** A missing ledger that was put back meanwhile is kept. */
  async function replace(given: { readonly proof: string } | undefined, put: () => void): Promise<void> {
    await take(async () => {
      await shop.assertManager(given)
      if (loss === 'damaged' || isLedgerMissing(file)) put()
      spare.remove()
      await restart({})
    })
  }

  const handlers: Partial<Handlers> = {
    'ledger.check': async () => void (await take(() => restart({}))),
    'ledger.restore'(input) {
      if (copy === null) throw lost()
      return replace(input, () => restoreLedger(file, copy, Date.now()))
    },
    'ledger.startEmpty'(input) {
      if (copy !== null) throw lost()
      return replace(input, () => spare.replaceLost(Date.now()))
    },
    'backupFile.open': (input) => restoring.open(input.file),
    async 'backupFile.restore'({ password }) {
      return (await take(() => restoring.restore(password))) ?? Promise.reject(lost())
    },
  }
  const host = createRescueHost(options, handlers, lost)
  return {
    start: () => shell.open(host),
    stop: () => Promise.resolve(spare.close()),
  }
}

/** Counts wrong passwords in the spare ledger, which is opened at the first guess: a full disk must not prevent the rescue from starting. */
function throttleOf(spare: SpareLedger): GuessThrottle {
  return createGuessThrottle({
    read: () => readThrottle(spare.open()),
    write: (guesses) => writeThrottle(spare.open(), guesses),
    wrong: 'wrong-password',
    now: Date.now,
    monotonic: () => performance.now(),
  })
}

interface Loss {
  readonly file: string
  readonly loss: LedgerLoss
  readonly copiedAt: number | null
  readonly typesPaths: boolean
  readonly isShop: boolean
  readonly asks: ShopGuard['asks']
}

/** Returns the error for the window, with the last backup of this wallet. */
function lostError(found: Loss, dataDir: string): AppError {
  const [plan, wallet] = [readPlan(planPathOf(dataDir)), walletIn(dataDir)]
  const last = wallet === null || plan?.wallet === wallet ? plan?.last : null
  const backup = { backupAt: last?.at ?? null, backupFile: last?.file ?? null }
  const details = { ...found, ...backup, keepsKeys: wallet !== null }
  return new AppError('ledger-damaged', 'The ledger is lost', { details })
}

/** A readable vault is newer than the backup's, and stays. */
function canRestoreFrom(wallet: string, dataDir: string): 'ledger' | 'wallet' {
  const here = walletIn(dataDir)
  if (here === null) return 'wallet'
  if (here !== wallet) throw badBackup('other-wallet')
  return 'ledger'
}

/** Returns whether a copy of the ledger is a shop's. */
function isShopsCopy(file: string): boolean {
  const copy = openToRead(file)
  try {
    return isKiosk(copy)
  } finally {
    copy.close()
  }
}

/** Returns the id of the wallet in a data folder; null if its vault is missing or unreadable. */
function walletIn(dataDir: string): string | null {
  try {
    return readVaultFile(join(dataDir, 'vault.json'))?.header.walletId ?? null
  } catch {
    return null
  }
}
