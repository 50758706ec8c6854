import type { App, AppOptions } from '../app-options.ts'
import type { BackupParts } from './backup.ts'
import type { Base } from './base.ts'
import type { CatalogParts } from './catalog.ts'
import type { KeptCodes } from './codes.ts'
import type { DesktopNews } from '../desktop/create-desktop-news.ts'
import type { Keys } from './keys.ts'
import type { Kiosk } from '../kiosk/open-kiosk.ts'
import type { Services } from '../profiles/services.ts'
import type { Registers } from '../registers/create-registers.ts'
import type { Sales } from '../sales/create-sales.ts'
import { createShellHost, type ShellHostParts } from './shell-host.ts'
import type { Spending } from './spending.ts'
import type { Stores } from './stores.ts'
import type { Updates } from '../updates/open-updates.ts'

export interface LifecycleParts
  extends
    ShellHostParts,
    Pick<AppOptions, 'log' | 'shell'>,
    Pick<Base, 'giveUp'>,
    Pick<Stores, 'ledger' | 'closeStores'>,
    Pick<CatalogParts, 'catalogs' | 'useCurrentService' | 'checkService' | 'closeCatalog'>,
    Pick<BackupParts, 'dailyCopies' | 'backupFiles'>,
    Pick<KeptCodes, 'clipboard'> {
  readonly vault: Pick<Keys['vault'], 'lock'>
  readonly idleTimer: Kiosk['idleTimer']
  readonly fillWindow: Kiosk['fillWindow']
  readonly placeCustomerWindow: Kiosk['placeCustomerWindow']
  readonly spending: Pick<Spending, 'start' | 'stop' | 'reconcile'>
  readonly services: Pick<Services, 'close'>
  readonly registers: Pick<Registers, 'stop'>
  readonly sales: Pick<Sales, 'takeBackLosses'>
  readonly updates: Pick<Updates, 'start' | 'stop'>
  /** Null in a shell without a desktop. */
  readonly desktopNews: DesktopNews | null
}

/** Creates what starts and stops an app's parts. */
export function createLifecycle(parts: LifecycleParts): App {
  const { log, shell, giveUp, ledger, catalogs, prefetch, spending, updates, desktopNews } = parts

  /** Reads what is not on the first screen. */
  function readInBackground(): void {
    if (!ledger.open) return
    spending.reconcile()
    updates.start()
    if (catalogs.isOld()) void catalogs.refresh()
    // A catalog that is new enough asks nothing, and the connection would stay unknown.
    else parts.checkService()
    // A crash may have come between a refund and its event.
    parts.sales.takeBackLosses()
  }

  return {
    async start() {
      spending.start()
      parts.dailyCopies.start()
      parts.backupFiles.start()
      parts.useCurrentService()
      await parts.fillWindow()
      parts.placeCustomerWindow()
      void prefetch.begin()
      // The first screen goes before network requests.
      void prefetch.pageRequested
        .then(readInBackground)
        .catch((error: unknown) => log('app.task', { task: 'first poll' }, { error }))
      await shell.open(createShellHost(parts))
      // A window that is closed while it opens may have ended Till.
      if (!giveUp.signal.aborted) desktopNews?.start()
    },
    async stop() {
      parts.idleTimer.stop()
      desktopNews?.stop()
      giveUp.abort()
      parts.services.close()
      await Promise.all([
        parts.clipboard.clear(),
        spending.stop(),
        parts.registers.stop(),
        updates.stop(),
        parts.dailyCopies.stop(),
        parts.backupFiles.stop(),
        parts.closeCatalog(),
        parts.vault.lock(),
      ])
      parts.closeStores()
    },
  }
}
