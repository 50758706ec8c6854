import { watch } from 'vue'
import type { SettingsView } from '../../../shared/app/views.ts'
import { readPrefetched } from './prefetched.ts'
import { request, onEvent } from '../requests/client.ts'
import { useAccountsStore } from '../accounts/accounts-store.ts'
import { loadAccounts } from '../accounts/load-accounts.ts'
import { useAppStore } from '../stores/app-store.ts'
import { useAttentionStore } from '../stores/attention-store.ts'
import { useCatalogStore } from '../stores/catalog-store.ts'
import { loadReminders } from '../reminders/load-reminders.ts'
import { useRemindersStore } from '../reminders/reminders-store.ts'
import { loadDrafts, loadFavourites } from '../saved/load-saved.ts'
import { useNoticesStore } from '../stores/notices-store.ts'
import { useShopperStore } from '../stores/shopper-store.ts'
import { chooseLocale } from '../../../shared/app/locales.ts'
import { setLocale, type I18nPlugin } from '../messages/i18n.ts'
import { applyTheme } from '../settings/theme.ts'
import { whenIdle } from '../timing/when-idle.ts'

/** Reads Till's state, listens to main's events, and applies language and theme. Throws what `app.get` throws. */
export async function startApp(i18n: I18nPlugin): Promise<void> {
  readPrefetched()
  const store = useAppStore()
  const accounts = useAccountsStore()
  const shopper = useShopperStore()
  onEvent('app.changed', (app) => (store.app = app))
  onEvent('page.open', ({ path }) => (store.opening = path))
  onEvent('budget.changed', (budget) => (store.budget = budget))
  onEvent('connection.changed', (connection) => (store.connection = connection))
  onEvent('balances.changed', (balances) => (shopper.balances = balances))
  onEvent('purchase.progressed', shopper.notePaymentMethod)
  const notices = useNoticesStore()
  onEvent('drawer.failed', () => void notices.add('bad', 'frame.drawerFailed'))
  const attention = useAttentionStore()
  onEvent('purchase.changed', ({ id, attention: reason }) => {
    if (reason !== null || attention.asksAbout(id)) void loadAttention().catch(() => undefined)
  })
  const reminders = useRemindersStore()
  onEvent('purchase.changed', () => {
    // It may be what a reminder waits for.
    if (reminders.all && reminders.all.length > 0) void loadReminders().catch(() => undefined)
  })
  onEvent('attention.changed', ({ items }) => (attention.items = items))
  const catalog = useCatalogStore()
  onEvent('catalog.changed', (status) => {
    catalog.status = status
    if (!status.refreshing)
      void Promise.allSettled([loadCountries(), loadRates(), loadNetworks(), loadFavourites(), loadDrafts()])
  })
  const appRequest = request('app.get')
  await Promise.allSettled([appRequest, setLocale(i18n, chooseLocale(null, navigator.languages))])
  store.app = await appRequest
  shopper.country = store.app.settings.homeCountry
  shopper.view = store.app.settings.shopView

  async function follow({ theme, locale }: SettingsView): Promise<void> {
    applyTheme(theme, document.documentElement)
    await setLocale(i18n, chooseLocale(locale, navigator.languages))
  }
  watch(
    () => store.app?.settings,
    (settings) => settings && follow(settings),
  )
  // Nothing is shown in another language first, unless this one's messages fail to load.
  await follow(store.app.settings).catch(() => undefined)
  watch(
    [() => store.app?.payingStopped, () => store.isLocked],
    // What is sealed becomes readable now, or unreadable.
    () => void Promise.allSettled([loadDrafts(), loadReminders()]),
  )
  watch(
    [() => store.app?.profile?.id, () => accounts.current?.address],
    ([profile, address], [, before]) => {
      // The balances belong to the previous account.
      if (before !== undefined && address !== before) shopper.balances = null
      // The start screen comes first.
      if (profile !== undefined) whenIdle(() => void loadSurroundings())
    },
    { immediate: true },
  )
}

/** Loads what the frame shows. A part that fails stays unknown, and the screen that needs it asks again. */
async function loadSurroundings(): Promise<void> {
  const store = useAppStore()
  await Promise.allSettled([
    request('budget.get').then((budget) => (store.budget = budget)),
    request('connection.get').then((connection) => (store.connection = connection)),
    loadMoney(),
    loadAttention(),
    loadFavourites(),
    loadDrafts(),
    loadReminders(),
    store.app?.wallet ? loadAccounts() : Promise.resolve(),
    store.app?.wallet ? loadBalances(false) : Promise.resolve(),
    store.app?.wallet ? loadLastPaymentMethod() : Promise.resolve(),
  ])
}

/** Loads the networks and what amounts are compared by. */
async function loadMoney(): Promise<void> {
  const catalog = useCatalogStore()
  const shopper = useShopperStore()
  const status = request('catalog.status').then((now) => (catalog.status = now))
  await Promise.allSettled([loadCountries(), loadRates(), loadNetworks(), status])
  shopper.isMoneyRead = true
}

/** Loads the service's countries into the shopper's store. */
export async function loadCountries(): Promise<void> {
  const shopper = useShopperStore()
  shopper.countries = await request('countries.list')
}

async function loadRates(): Promise<void> {
  const catalog = useCatalogStore()
  catalog.rates = await request('catalog.rates')
}

/** Loads the service's networks into the shopper's store. */
export async function loadNetworks(): Promise<void> {
  const shopper = useShopperStore()
  shopper.networks = await request('networks.list')
}

/** Loads the user's open decisions into their store. */
export async function loadAttention(): Promise<void> {
  const attention = useAttentionStore()
  attention.items = (await request('attention.list')).items
}

async function loadLastPaymentMethod(): Promise<void> {
  const shopper = useShopperStore()
  const last = await request('checkout.lastPaymentMethod')
  if (last) shopper.notePaymentMethod(last)
}

/** Loads the wallet's balances; `fresh` asks the networks instead of using a recent read. */
export async function loadBalances(fresh: boolean): Promise<void> {
  const shopper = useShopperStore()
  shopper.balances = await request('wallet.balances', { fresh })
}
