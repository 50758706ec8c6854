import type { AppView } from '../shared/app/views.ts'
import type { CustomerView } from '../shared/kiosk/customer-views.ts'
import type { App, AppOptions } from './app-options.ts'
import { createPayingStop } from './engine/paying-stop.ts'
import { hasRoom } from './files/data-folder.ts'
import { openKiosk } from './kiosk/open-kiosk.ts'
import { openServices } from './profiles/services.ts'
import { openUpdates } from './updates/open-updates.ts'
import { toAppView } from './wiring/app-view.ts'
import { openBackup } from './wiring/backup.ts'
import { openBase } from './wiring/base.ts'
import { openCatalogParts } from './wiring/catalog.ts'
import { openKeptCodes } from './wiring/codes.ts'
import { toCustomerView } from './wiring/customer-view.ts'
import { openDesktopNews } from './wiring/desktop.ts'
import { createEntrance } from './wiring/entrance.ts'
import { openKeys } from './wiring/keys.ts'
import { createLifecycle } from './wiring/lifecycle.ts'
import { openNetworks } from './wiring/networks.ts'
import { createOpenInPage } from './wiring/open-in-page.ts'
import { createEmitters, createRouters } from './wiring/pages.ts'
import { openPeopleParts } from './wiring/people.ts'
import { openRegisters } from './wiring/registers.ts'
import { serviceNews } from './wiring/service-news.ts'
import { openSettingsParts } from './wiring/settings.ts'
import { openShop } from './wiring/shop.ts'
import { openSpending } from './wiring/spending.ts'
import { openStores } from './wiring/stores.ts'
import { subscribe } from './wiring/subscribe.ts'
import { openSupport } from './wiring/support.ts'
import { openWallet } from './wiring/wallet.ts'

/**
 * Builds the whole app over one data folder, which the caller holds locked: each part over those before it, connected upward by events.
 * Nothing runs before `start`.
 */
export function createApp(options: AppOptions): App {
  const { shell, config } = options
  const base = openBase(options)
  const withStores = { ...base, ...openStores(config.dataDir, base.events) }
  const withKeys = { ...withStores, ...openKeys(withStores) }
  const withSettings = { ...withKeys, ...openSettingsParts(withKeys) }
  const withKiosk = { ...withSettings, ...openKiosk(withSettings) }
  const lower = { ...withKiosk, ...createEmitters(shell, withKiosk.session.role) }

  const services = openServices({ ...lower, ...serviceNews(lower) })
  const networks = openNetworks({ ...lower, services })
  const wallet = openWallet({ ...lower, networks })
  const catalogParts = openCatalogParts({ ...lower, services })
  const payingStop = createPayingStop({ ...lower, hasRoom: () => hasRoom(config.dataDir) })
  const people = openPeopleParts(lower)
  const kept = openKeptCodes(lower)
  const spending = openSpending({
    ...lower,
    named: people.named,
    keepCodes: kept.codes.keepReturned,
    wallet: wallet.accounts,
    accounts: wallet.accounts.list,
    limits: lower.limits.read,
    service: services.get,
    chain: networks.chain,
    current: networks.current,
    readClipboard: async () => (await shell.clipboard?.read()) ?? null,
    payingStopped: payingStop.reason,
  })
  const middle = { ...lower, services, networks, ...wallet, ...catalogParts, payingStop, people, ...kept, spending }

  const upper = {
    ...middle,
    ...openShop({ ...middle, purchases: spending.purchases }),
    registers: openRegisters(middle),
    ...openBackup(middle),
    updates: openUpdates(middle),
    entrance: createEntrance(middle.session, () => middle.settings().theme),
    payingStopped: payingStop.reason,
  }
  const appView = (): AppView => toAppView(upper)
  const customerView = (): CustomerView => toCustomerView(upper)
  const parts = {
    ...upper,
    appView,
    customerView,
    support: openSupport(upper),
    openInPage: createOpenInPage({ ...upper, appView }),
    desktopNews: shell.desktop && openDesktopNews(shell.desktop, upper),
  }
  const routers = createRouters(parts)
  subscribe(base.events, parts)
  return createLifecycle({ ...parts, ...routers })
}
