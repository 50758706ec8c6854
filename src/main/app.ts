import type { AppView } from '../shared/app/views.ts'
import type { CustomerView } from '../shared/kiosk/customer-views.ts'
import type { Role } from '../shared/kiosk/roles.ts'
import { systemTimer, type Timer } from '../shared/timer.ts'
import type { AppOptions } from './app-options.ts'
import type { DesktopNews } from './desktop/create-desktop-news.ts'
import { hasRoom } from './files/data-folder.ts'
import { isDiskError, isDiskFull } from './db/disk-errors.ts'
import { createRetryingTimer } from './db/retrying-timer.ts'
import type { Clocks } from './engine/spend-context.ts'
import { reportTrouble, type TroubleReport } from './engine/report-trouble.ts'
import { createEventBus, type EventBus } from './events.ts'
import { createPrefetch } from './ipc/channel/prefetch.ts'
import { createHandlers } from './ipc/create-handlers.ts'
import { logAnswers, createRouter, type RouterOptions } from './ipc/channel/router.ts'
import {
  createPausableEmitter,
  createPageEmitter,
  type PausableEmitter,
  type EmitToPage,
} from './ipc/channel/page-emitter.ts'
import { openKiosk, type Kiosk } from './kiosk/open-kiosk.ts'
import type { Registers } from './registers/create-registers.ts'
import type { Support } from './support/create-support.ts'
import { toAppView } from './wiring/app-view.ts'
import { toCustomerView } from './wiring/customer-view.ts'
import { openDesktopNews } from './wiring/desktop.ts'
import { createEntrance, type Entrance } from './wiring/entrance.ts'
import { openCatalogParts, type CatalogParts } from './wiring/catalog.ts'
import { openKeys, type Keys } from './wiring/keys.ts'
import { logEvents, subscribe } from './wiring/subscribe.ts'
import { openNetworks, type Networks } from './wiring/networks.ts'
import { createOpenInPage } from './wiring/open-in-page.ts'
import { openRegisters } from './wiring/registers.ts'
import { createPayingStop, type PayingStop } from './engine/paying-stop.ts'
import { openBackup, type BackupParts } from './wiring/backup.ts'
import { serviceNews } from './wiring/service-news.ts'
import { openServices, type Services } from './profiles/services.ts'
import { openSettingsParts, type SettingsParts } from './wiring/settings.ts'
import { createShellHost } from './wiring/shell-host.ts'
import type { People } from './people/open-people.ts'
import { openKeptCodes, type KeptCodes } from './wiring/codes.ts'
import { openPeopleParts } from './wiring/people.ts'
import type { Shell } from './shell/shell.ts'
import { openShop, type Shop } from './wiring/shop.ts'
import { openSupport } from './wiring/support.ts'
import { openSpending, type Spending } from './wiring/spending.ts'
import { openUpdates, type Updates } from './updates/open-updates.ts'
import { openStores, type Stores } from './wiring/stores.ts'
import { openWallet, type Wallet } from './wiring/wallet.ts'

/** A running Till. */
export interface App {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Builds the whole app over one data folder, which the caller holds locked: each part over those before it, connected upward by events. */
export function createApp(options: AppOptions): App {
  const { log } = options
  const parts = openParts(options)
  const answers: Omit<RouterOptions, 'role'> = {
    handlers: createHandlers(parts),
    report({ cause }, request) {
      // Errors that arrive while Till stops find everything closed.
      if (!parts.ledger.open) return
      log('ipc.failed', { request }, { error: cause })
      if (isDiskFull(cause)) parts.events.emit('disk.failed', cause)
    },
  }
  const router = createRouter({ ...answers, role: parts.session.role })
  const customerRouter = logAnswers(createRouter({ ...answers, role: () => 'customer' }), log)
  const prefetch = createPrefetch(logAnswers(router, log), parts.pageEvents)
  subscribe(parts.events, parts)
  return {
    async start() {
      parts.spending.start()
      parts.dailyCopies.start()
      parts.backupFiles.start()
      parts.useCurrentService()
      await parts.fillWindow()
      parts.placeCustomerWindow()
      void prefetch.begin()
      // The first screen goes before network requests.
      const startBackgroundReads = (): void => {
        parts.spending.reconcile()
        parts.updates.start()
        if (parts.catalogs.isOld()) void parts.catalogs.refresh()
        // A catalog that is new enough asks nothing, and the connection would stay unknown.
        else parts.checkService()
        // A crash may have come between a refund and its event.
        parts.sales.takeBackLosses()
      }
      void prefetch.pageRequested
        .then(() => parts.ledger.open && startBackgroundReads())
        .catch((error: unknown) => log('app.task', { task: 'first poll' }, { error }))
      await options.shell.open(createShellHost({ ...parts, prefetch, customerRouter }))
      // A window that is closed while it opens may have ended Till.
      if (!parts.giveUp.signal.aborted) parts.desktopNews?.start()
    },
    async stop() {
      parts.idleTimer.stop()
      parts.desktopNews?.stop()
      parts.giveUp.abort()
      parts.services.close()
      await Promise.all([
        parts.clipboard.clear(),
        parts.spending.stop(),
        parts.registers.stop(),
        parts.updates.stop(),
        parts.dailyCopies.stop(),
        parts.backupFiles.stop(),
        parts.closeCatalog(),
        parts.vault.lock(),
      ])
      parts.closeStores()
    },
  }
}

/** All parts of a running Till. */
interface AppParts
  extends AppOptions, Stores, Keys, SettingsParts, Kiosk, Wallet, CatalogParts, Shop, BackupParts, KeptCodes {
  readonly events: EventBus
  /** Aborts every exchange when Till stops. */
  readonly giveUp: AbortController
  readonly pageEvents: PausableEmitter
  readonly emitToPage: EmitToPage
  readonly emitToCustomer: EmitToPage
  readonly services: Services
  readonly networks: Networks
  readonly payingStop: PayingStop
  readonly people: People
  readonly spending: Spending
  readonly registers: Registers
  readonly support: Support
  readonly openInPage: (path: string) => void
  readonly entrance: Entrance
  /** Null in a shell without a desktop. */
  readonly desktopNews: DesktopNews | null
  readonly updates: Updates
  appView(): AppView
  customerView(): CustomerView
}

/** Opens the parts from the bottom up; nothing refers to what is opened later. */
function openParts(options: AppOptions): AppParts {
  const { log } = options
  const giveUp = new AbortController()
  const events = openEvents(log, giveUp.signal)
  const changed = (): void => events.emit('app.changed')
  const trouble = createTroubleReport(log, events)
  const base = { ...options, ...openClocks(trouble), events, giveUp, signal: giveUp.signal }

  const withStores = { ...base, ...openStores(options.config.dataDir, events) }
  const withKeys = { ...withStores, ...openKeys(withStores) }
  const withSetup = { ...withKeys, ...openSettingsParts(withKeys) }
  const customerChanged = (): void => events.emit('customer.changed')
  const withKiosk = { ...withSetup, ...openKiosk({ ...withSetup, changed, customerChanged }) }
  const lower = { ...withKiosk, ...createEmitters(options.shell, withKiosk.session.role) }

  const services = openServices({ ...lower, ...serviceNews(lower) })
  const networks = openNetworks({ ...lower, services })
  const wallet = openWallet({ ...lower, networks })
  const browsing = openCatalogParts({ ...lower, services })
  const payingStop = createPayingStop({ ...lower, hasRoom: () => hasRoom(options.config.dataDir), changed })
  const saved = { people: openPeopleParts(lower), ...openKeptCodes(lower) }
  const spending = openSpending({
    ...lower,
    named: saved.people.named,
    keepCodes: saved.codes.keepReturned,
    wallet: wallet.accounts,
    accounts: wallet.accounts.list,
    limits: lower.limits.read,
    service: services.get,
    chain: networks.chain,
    current: networks.current,
    readClipboard: async () => (await options.shell.clipboard?.read()) ?? null,
    payingStopped: payingStop.reason,
    ...trouble,
  })
  const upper = { ...lower, services, networks, ...wallet, ...browsing, payingStop, ...saved, spending }

  const shop = openShop({ ...upper, purchases: spending.purchases })
  const registers = openRegisters(upper)
  const backup = openBackup(upper)
  const updates = openUpdates({ ...upper, changed })
  const appView = (): AppView => toAppView({ ...upper, ...shop, updates, payingStopped: payingStop.reason })
  const customerView = (): CustomerView => toCustomerView({ ...upper, ...shop })
  const support = openSupport({ ...upper, ...shop, ...backup, updates, payingStopped: payingStop.reason })
  const openInPage = createOpenInPage({ ...upper, appView })
  const entrance = createEntrance(upper.session, () => upper.settings().theme)
  const { desktop } = options.shell
  const desktopNews = desktop && openDesktopNews(desktop, { ...upper, ...shop })
  return {
    ...upper,
    ...shop,
    registers,
    ...backup,
    updates,
    support,
    appView,
    customerView,
    openInPage,
    entrance,
    desktopNews,
  }
}

/** Opens the events between the parts, until Till ends. */
function openEvents(log: AppOptions['log'], ended: AbortSignal): EventBus {
  const events: EventBus = createEventBus((error, name) => {
    if (ended.aborted) return
    log('app.listener', { event: name }, { error })
    // The listeners of these two use the disk again.
    if (isDiskError(error) && name !== 'disk.failed' && name !== 'app.changed') events.emit('disk.failed', error)
  })
  logEvents(events, log)
  return events
}

function createTroubleReport(log: AppOptions['log'], events: EventBus): TroubleReport {
  return {
    onDiskError: (error) => events.emit('disk.failed', error),
    onUnforeseen: (error, task) => log('app.task', { task }, { error }),
  }
}

/** Returns the system's clocks; what a timer runs is repeated if the disk fails. */
function openClocks(trouble: TroubleReport): Clocks & { readonly timer: Timer } {
  const timer = createRetryingTimer(systemTimer, (error) => reportTrouble(trouble, error, 'a timer'))
  return { now: Date.now, monotonic: () => performance.now(), timer }
}

/** Creates the only ways from main to its pages: to the register's, as its user may see it, and to the customer's. */
function createEmitters(
  shell: Shell,
  role: () => Role,
): Pick<AppParts, 'pageEvents' | 'emitToPage' | 'emitToCustomer'> {
  const emit = createPageEmitter({ role, emit: (name, payload) => shell.emit(name, payload) })
  const pageEvents = createPausableEmitter(emit)
  const emitToCustomer = createPageEmitter({
    role: () => 'customer',
    emit: (name, payload) => shell.customerWindow.emit(name, payload),
  })
  return { pageEvents, emitToPage: pageEvents.emitToPage, emitToCustomer }
}
