import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { App, AppOptions } from '../app-options.ts'
import { keyCheckOf, readPlan } from '../backup/backup-plan.ts'
import { openLedger } from '../db/open-ledger.ts'
import type { Handlers } from '../ipc/channel/handlers.ts'
import { isKiosk } from '../kiosk/kiosk-repository.ts'
import { createTurns } from './create-turns.ts'
import { createShopGuard } from './shop-guard.ts'
import { createRescueHost } from './rescue-host.ts'
import { previousVault, setVaultAside, usePreviousVault } from '../vault/file/set-aside.ts'
import { createUnlockThrottle } from '../vault/throttle/unlock-throttle.ts'
import { planPathOf } from '../backup/backup-files.ts'
import { createRestoring } from '../backup/restoring.ts'

/**
 * Creates the rescue that replaces the app while the vault cannot be read: it holds no key and pays nothing. It can restore the previous
 * version or a backup file's, or make room for the recovery phrase. The damaged file is moved aside, never deleted. Throws
 * LedgerDamagedError if the ledger cannot be read either.
 */
export function createVaultRescue(options: AppOptions): App {
  const { config, shell, restart } = options
  const { dataDir } = config
  const path = join(dataDir, 'vault.json')
  const ledger = openLedger(join(dataDir, 'ledger.db'))
  const throttle = createUnlockThrottle(ledger, Date.now, () => performance.now())
  const opening = { throttle, startProcess: options.startVault, cost: options.vaultCost }
  const isShopsLedger = (): boolean => isKiosk(ledger)
  const shop = createShopGuard({ dataDir, isShopsLedger, vaults: ['vault.json.previous'], replaced: path, opening })
  const restoring = createRestoring({
    dataDir,
    dialogs: shell.dialogs,
    now: Date.now,
    restart: (recordsKey) => restart({ recordsKey }),
    opening,
    refuse(backup) {
      if (backup !== null) shop.assertOwn(backup.wallet)
    },
    /** If the same records key opens the ledger here, it is the newer one. */
    partsOf(wallet, recordsKey) {
      const plan = readPlan(planPathOf(dataDir))
      const opensLedger = plan?.wallet === wallet && plan.keyCheck === keyCheckOf(recordsKey, wallet)
      return opensLedger ? 'vault' : 'wallet'
    },
  })

  function damaged(): AppError {
    const previous = previousVault(path)
    const before = { previousAt: previous?.at ?? null, previousAccounts: previous?.accounts ?? null }
    const { isShop, asks } = shop
    // A file that is gone is not kept either.
    const details = { file: existsSync(path) ? path : '', ...before, isShop, asks, typesPaths: shell.dialogs === null }
    return new AppError('vault-damaged', 'The vault cannot be read', { details })
  }

  const take = createTurns()
  const handlers: Partial<Handlers> = {
    async 'vault.usePrevious'(input) {
      await take(async () => {
        if (previousVault(path) === null) throw damaged()
        await shop.assertManager(input)
        usePreviousVault(path, Date.now())
        await restart({})
      })
    },
    async 'vault.setAside'() {
      // Without a vault nobody could prove to be the manager any more.
      if (shop.isShop) throw damaged()
      await take(async () => {
        setVaultAside(path, Date.now())
        await restart({})
      })
    },
    'backupFile.open': ({ file }) => restoring.open(file),
    async 'backupFile.restore'({ password }) {
      return (await take(() => restoring.restore(password))) ?? Promise.reject(damaged())
    },
  }
  const host = createRescueHost(options, handlers, damaged)
  return {
    start: () => shell.open(host),
    stop: () => Promise.resolve(void ledger.close()),
  }
}
