import type { AppView } from '../../shared/app/views.ts'
import type { CustomerView } from '../../shared/kiosk/customer-views.ts'
import type { BackupFiles } from '../backup/backup-files.ts'
import type { EventBus } from '../events.ts'
import type { EmitToPage } from '../ipc/channel/page-emitter.ts'
import type { Kiosk } from '../kiosk/open-kiosk.ts'
import type { CatalogParts } from './catalog.ts'
import type { PayingStop } from '../engine/paying-stop.ts'
import type { Sales } from '../sales/create-sales.ts'
import type { Services } from '../profiles/services.ts'
import type { Spending } from './spending.ts'
import type { Wallet } from './wallet.ts'
import type { Log } from '../log/create-log.ts'

export interface Subscribers
  extends
    Pick<Kiosk, 'session' | 'idleTimer' | 'placeCustomerWindow'>,
    Pick<Wallet, 'balances'>,
    Pick<CatalogParts, 'catalogs' | 'useCurrentService' | 'checkService'> {
  readonly backupFiles: Pick<BackupFiles, 'opened'>
  readonly payingStop: PayingStop
  readonly services: Pick<Services, 'forget'>
  readonly spending: Pick<Spending, 'goOn' | 'networkChanged' | 'reconcile'>
  readonly sales: Pick<Sales, 'takeBackLosses'>
  readonly emitToPage: EmitToPage
  /** Emits to the page on the customer's display. */
  readonly emitToCustomer: EmitToPage
  appView(): AppView
  customerView(): CustomerView
}

/** Subscribes the parts to the events of those below; spending.ts connects the parts that sign. */
export function subscribe(events: EventBus, parts: Subscribers): void {
  const { session, idleTimer, balances, catalogs, backupFiles, payingStop, services, spending } = parts
  const changed = (): void => events.emit('app.changed')
  const showCustomer = (): void => parts.emitToCustomer('customer.changed', parts.customerView())

  events.on('app.changed', () => parts.emitToPage('app.changed', parts.appView()))
  events.on('drawer.failed', () => parts.emitToPage('drawer.failed', undefined))
  // The settings, the shop's name or the mode may have changed.
  events.on('app.changed', parts.placeCustomerWindow)
  events.on('app.changed', showCustomer)
  events.on('customer.changed', showCustomer)
  events.on('vault.opened', backupFiles.opened)
  events.on('vault.opened', idleTimer.restart)
  events.on('vault.locked', () => {
    session.signOut()
    changed()
  })
  events.on('wallet.unlocked', () => {
    changed()
    spending.goOn()
  })
  events.on('account.used', () => {
    balances.refresh()
    spending.goOn()
  })
  events.on('profile.saved', (profileId) => {
    services.forget(profileId)
    parts.useCurrentService()
    void catalogs.refresh()
    changed()
  })
  events.on('service.online', spending.goOn)
  // Balances then show their age, or lose it, without a visit to the wallet.
  events.on('service.turned', balances.refresh)
  events.on('network.changed', spending.networkChanged)
  // What silences a network often silences the service too, and nothing else may ask it for a while.
  events.on('network.changed', parts.checkService)
  events.on('metadata.read', balances.refresh)
  // After a restore, the wallet may be open before its networks are known.
  events.on('metadata.read', spending.reconcile)
  events.on('coins.moved', balances.refresh)
  events.on('purchase.changed', parts.sales.takeBackLosses)
  events.on('refunds.changed', parts.sales.takeBackLosses)
  events.on('purchase.shown', ({ status }) => status === 'paying' && balances.recount())
  events.on('catalog.emptied', () => void catalogs.refresh())
  events.on('disk.failed', (error) => {
    payingStop.diskFailed(error)
    changed()
  })
}

/** Logs the events that are worth a line. */
export function logEvents(events: EventBus, log: Log): void {
  events.on('vault.opened', () => log('vault.unlocked', {}))
  events.on('vault.locked', () => log('vault.locked', {}))
  events.on('disk.failed', () => log('ledger.disk', {}, { sentence: null }))
}
