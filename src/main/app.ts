import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from 'viem'
import { AppError, toAppError } from '../shared/errors.ts'
import { isLoopback } from '../shared/safe-address.ts'
import { mayName } from '../shared/reach.ts'
import type { AppView, SettingsView } from '../shared/app/views.ts'
import type { AppOptions } from './app-options.ts'
import type { Chain } from './chain/chain.ts'
import { openCatalogStore } from './catalog/catalog-store.ts'
import { createImageStore } from './catalog/images/image-store.ts'
import { readImageUrl } from './catalog/images/images-repository.ts'
import { toNetworkViews } from './catalog/places/network-view.ts'
import { readNetwork, readNetworks } from './catalog/places/places-repository.ts'
import { refreshFailure } from './catalog/refresh/refresh-failure.ts'
import { createFacetCounter } from './catalog/search/facet-counter.ts'
import { createRegexMatcher } from './catalog/delivery/regex-matcher.ts'
import { isDurable } from './db/is-durable.ts'
import { cacheMigrations } from './db/migrations/cache.ts'
import { openCache } from './db/open-cache.ts'
import { openLedger } from './db/open-ledger.ts'
import { createAhead } from './ipc/answer-ahead.ts'
import { createHandlers } from './ipc/create-handlers.ts'
import { createRouter } from './ipc/router.ts'
import { createTeller } from './ipc/teller.ts'
import { hasOpenSteps, readSignedOn, readUnsettled } from './engine/step-repository.ts'
import { openPolicy } from './policy/open-policy.ts'
import { hasOpenPurchasesOf } from './purchases/purchase-repository.ts'
import { systemTimer } from '../shared/timer.ts'
import { loadProfileFile } from './settings/load-profile-file.ts'
import { readSettings, writeSettings } from './settings/settings-repository.ts'
import { toProfileView } from './settings/to-profile-view.ts'
import { createSlips } from './slips/create-slips.ts'
import { serveDevPage } from './shell/serve-dev-page.ts'
import { servePage } from './shell/serve-page.ts'
import type { ShellHost } from './shell/shell.ts'
import { openRecordsKeeper } from './vault/records-keeper.ts'
import { createUnlockThrottle } from './vault/throttle/unlock-throttle.ts'
import { openVaultAt } from './vault/vault.ts'
import { openAccounts } from './wiring/accounts.ts'
import { createBackups } from './backup/backups.ts'
import { createBalances } from './chain/balances/balances.ts'
import { wasUsed } from './chain/read/was-used.ts'
import { freezeNetwork } from './wiring/build-choice.ts'
import { openCatalogs } from './wiring/catalogs.ts'
import { createChains } from './wiring/chains.ts'
import { openLimits } from './policy/limits.ts'
import { createBackupFiles, mayBeRecordsKey } from './wiring/backup-files.ts'
import { findUnsold } from './catalog/find-unsold.ts'
import { openOnSale } from './catalog/on-sale.ts'
import { openKept } from './wiring/open-kept.ts'
import { openKiosk } from './wiring/open-kiosk.ts'
import { readLastBalance, writeLastBalance } from './chain/balances/last-balances-repository.ts'
import { eraseWallet } from './wiring/erasing.ts'
import { hasWorth } from './wiring/has-worth.ts'
import { openProfiles, remoteService } from './wiring/profiles.ts'
import { openSpending } from './wiring/spending.ts'
import { openTills } from './wiring/open-tills.ts'
import { createRestoring } from './wiring/restoring.ts'
import { watchNetworks, type Watched } from './wiring/watch-networks.ts'
import { openServices } from './wiring/services.ts'
import { startWithProfile, startWithProfileFile } from './wiring/start-with-profile-file.ts'

const isOnMachine = (url: string): boolean => isLoopback(new URL(url).hostname)

/** A running Till. */
export interface App {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Builds the whole app over one data folder, which the caller holds locked; nothing else in Till reaches across rooms. */
export function createApp(options: AppOptions): App {
  const { config, shell, secrets } = options
  const now = Date.now
  const monotonic = (): number => performance.now()
  const teller = createTeller({ role: () => seat.role(), emit: (name, payload) => shell.emit(name, payload) })
  const { tell: emit, ...ahead } = createAhead((...asked) => router(...asked), teller)

  const ledger = openLedger(join(config.dataDir, 'ledger.db'))
  const cache = openCache(join(config.dataDir, 'cache.db'), cacheMigrations, { checked: true })
  const catalog = openCatalogStore(join(config.dataDir, 'catalog.db'), () => void catalogs.refresh())
  writeSettings(ledger, config.locale === null ? {} : { locale: config.locale })
  let diskFailed = false

  // What rooms tell each other below goes through closures: none of them is called before everything is built.
  const vaultPath = join(config.dataDir, 'vault.json')
  const keeper = openRecordsKeeper(secrets, existsSync(vaultPath), (key) =>
    mayBeRecordsKey(config.dataDir, vaultPath, key),
  )
  const throttle = createUnlockThrottle(ledger, now, monotonic)
  const vault = openVaultAt({
    path: vaultPath,
    throttle,
    startProcess: options.startVault,
    cost: options.vaultCost,
    now,
    recordsKey: () => keeper.key(),
    onOpened: (key) => {
      keeper.adopt(key)
      backupFiles.opened(key)
      autoLock.active()
    },
    onLocked() {
      seat.rise()
      emit('app.changed', appView())
    },
  })

  const { seat, clerks, autoLock, fillWindow } = openKiosk({
    ...{ ledger, sealer: keeper.sealer, now, monotonic, vault, unlock, shell },
    settings: () => settings(),
    changed: () => emit('app.changed', appView()),
  })

  const slips = createSlips({
    ...{ ledger, now, language: () => readSettings(ledger).locale ?? 'en' },
    chosen: () => policy.values.receipt ?? null,
  })
  const limits = openLimits(ledger, vault, () => policy.values.limits ?? {})
  const isBusy = (address: Address): boolean => hasOpenPurchasesOf(ledger, address) || hasOpenSteps(ledger, address)
  const accounts = openAccounts({
    ledger,
    vault,
    now,
    isBusy,
    wasUsed: (address) => wasUsed(address, watched()?.networks ?? []),
    onUsed() {
      balances.refresh()
      spending.goOn()
    },
  })

  const offered = config.sandboxFile === null ? null : loadProfileFile(config.sandboxFile)
  // Until Till has been seen running in Electron, the Chromium shell keeps to services of this machine.
  const mayUse = (baseUrl: string): boolean =>
    shell.kind === 'electron' || config.allowRemoteService || isOnMachine(baseUrl)
  const giveUp = new AbortController()
  const profiles = openProfiles({
    ...{ ledger, sealer: keeper.sealer, now, offered, mayUse, signal: giveUp.signal },
    networks: () => readNetworks(cache),
  })
  const say = (sentence: string): void => console.error(sentence)
  if (config.profileFile !== null) startWithProfileFile(profiles, config.profileFile, say)
  const policy = openPolicy({
    ...{ file: config.policyFile, dataDir: config.dataDir, say },
    useService: (profile) => startWithProfile(profiles, profile, say),
  })
  const settings = (): SettingsView => policy.over(readSettings(ledger))

  const isCurrent = (profileId: string): boolean => profiles.current()?.id === profileId
  const services = openServices({
    ledger,
    sealer: keeper.sealer,
    now,
    timer: systemTimer,
    mayUse,
    onTokenRefused: () => emit('app.changed', appView()),
    onBudgetChange: (profileId, view) => isCurrent(profileId) && emit('budget.changed', view),
    onConnectionChange: (profileId, view) => {
      if (isCurrent(profileId)) emit('connection.changed', view)
      if (view.service === 'online') spending.goOn()
    },
  })
  const chains = createChains({
    signal: giveUp.signal,
    current: () => profiles.current()?.settings ?? null,
    listed: (key) => readNetwork(cache, key),
    signedOn: (chainId) => readSignedOn(ledger, chainId),
    onTrouble: () => spending.networkMoved(),
  })
  const catalogs = openCatalogs({
    cache,
    store: catalog,
    folder: join(config.dataDir, 'catalog-downloads'),
    workerUrl: options.workers.refresh,
    now,
    onPlaces: () => balances.refresh(),
    refused: () => (profiles.isRefused() ? refreshFailure(remoteService()) : null),
    ...{ timer: systemTimer, onChange: (view) => emit('catalog.changed', view) },
  })
  const images = createImageStore({
    db: cache,
    now,
    urlOf: (id) => catalog.use((db) => readImageUrl(db, id)),
    mayFetch: (url) => mayName(profiles.current()?.settings.baseUrl ?? url, url),
  })
  const matcher = createRegexMatcher(options.workers.regex)
  const facets = createFacetCounter(catalog, options.workers.facets)
  function networkViews(): ReturnType<typeof toNetworkViews> {
    const profile = profiles.current()?.settings
    return profile === undefined ? [] : toNetworkViews(readNetworks(cache), profile)
  }

  function chainOf(networkKey: string): Chain | null {
    const [network, profile] = [readNetwork(cache, networkKey), profiles.current()?.settings]
    return network && profile ? chains(freezeNetwork(network, profile), profile) : null
  }

  const balances = createBalances({
    address: accounts.address,
    networks: networkViews,
    chain: chainOf,
    unsettled: (instance, address) => readUnsettled(ledger, instance, address),
    lastKnown: (network, address) => readLastBalance(cache, address, network),
    remember: (network, address, view) => writeLastBalance(cache, address, network, view),
    now,
    monotonic,
    onChange: (views) => emit('balances.changed', views),
  })

  const kept = openKept({
    ...{ ledger, catalog, sealer: keeper.sealer, now },
    isLocked: () => vault.isLocked(),
    profile: () => profiles.current()?.settings ?? null,
    chosen: () => policy.values.favourites ?? null,
    prices: () => spending.shifts.prices(),
  })
  const backups = createBackups(ledger, config.dataDir, now, systemTimer)
  const backupFiles = createBackupFiles({
    ...{ ledger, vaultPath, now, dataDir: config.dataDir, till: options.version, timer: systemTimer },
    recordsKey: () => keeper.key(),
    hasWorth: () => hasWorth(ledger, cache, vault.accounts()),
    dialogs: shell.dialogs,
  })
  const restoring = createRestoring({
    ...{ dataDir: config.dataDir, dialogs: shell.dialogs, now },
    restart: (recordsKey) => options.restart({ recordsKey }),
    opening: { throttle, startProcess: options.startVault, cost: options.vaultCost },
    refuse() {
      if (vault.accounts().length > 0) throw new AppError('wallet-exists', 'There is a wallet already')
    },
    takes: () => 'wallet',
  })
  const spending = openSpending({
    ...{ ledger, sealer: keeper.sealer, now, monotonic, timer: systemTimer },
    limits: limits.read,
    wallet: accounts,
    accounts: accounts.list,
    readClipboard: () => shell.readClipboard(),
    service: services.get,
    chain: chains,
    current: watched,
    prices: () => policy.values.prices ?? null,
    emit,
    coinsMoved: () => balances.refresh(),
    payingStopped,
    onDiskError() {
      diskFailed = true
      emit('app.changed', appView())
    },
    onUnforeseen: (error, what) => console.error(`The ${what} went wrong:`, error),
  })
  const tills = openTills({ ledger, cache, now, profiles, services, accounts, policy, emit })

  /** Where what the vault holds turns out to be damaged, what helps out of that takes the app's place. */
  async function unlock(password: string): Promise<void> {
    await vault.unlock(password).catch(async (error: unknown) => {
      if (toAppError(error).code === 'vault-damaged') await options.restart({ damaged: true })
      throw error
    })
    emit('app.changed', appView())
    spending.goOn()
  }

  function watched(): Watched | null {
    const profile = profiles.current()
    const service = profile && services.get(profile.id)
    return service && watchNetworks(service, networkViews(), (key) => readNetwork(cache, key), chains)
  }

  function payingStopped(): AppView['payingStopped'] {
    if (diskFailed) return 'disk-error'
    if (!isDurable(ledger)) return 'ledger-unsafe'
    return keeper.isReadable() ? null : 'records-unreadable'
  }

  function appView(): AppView {
    const profile = profiles.current()
    return {
      version: options.version,
      shell: shell.kind,
      profile: profile && toProfileView(profile),
      offersSandbox: offered !== null,
      wallet: accounts.current(),
      locked: vault.isLocked(),
      settings: settings(),
      payingStopped: payingStopped(),
      ...{ secretStore: secrets.protected, printsUnasked: shell.printsUnasked },
      kiosk: seat.view(),
      policy: policy.view(),
    }
  }

  function useCurrentService(): void {
    const profile = profiles.current()
    const service = profile && services.get(profile.id)
    if (service) catalogs.use(service)
  }

  const router = createRouter({
    role: seat.role,
    handlers: createHandlers({
      ledger,
      cache,
      catalog,
      vault,
      accounts,
      profiles,
      services,
      limits,
      policy,
      catalogs,
      ...{ matcher, facets, balances },
      ...spending,
      ...kept,
      backups,
      backupFiles,
      restoring,
      shell,
      appView,
      networkViews,
      chainOf,
      changed: () => emit('app.changed', appView()),
      erase: (input) =>
        eraseWallet({ vault, backupFiles, isBusy, restart: () => options.restart({ erase: true }) }, input),
      unlock,
      ...{ seat, clerks, slips, tills },
      unsold: () => findUnsold(policy.values, openOnSale(catalog)),
      active: () => autoLock.active(),
      close: options.onClosed,
      onProfileSaved(profileId) {
        services.forget(profileId)
        useCurrentService()
        void catalogs.refresh()
        emit('app.changed', appView())
      },
    }),
    // What comes while Till ends finds everything closed.
    report: (error, name) => void (ledger.open && console.error(`Request ${name} failed:`, error.cause)),
  })

  const pages = { folder: options.rendererFolder, ahead: ahead.answers, getImage: images.getImage }
  const host: ShellHost = {
    request: ahead.request,
    serve: (address) =>
      config.devServer === null ? servePage(pages, address) : serveDevPage(pages, config.devServer, address),
    lock: () => void vault.lock(),
    left: () => seat.rise(),
    closed: options.onClosed,
  }

  return {
    async start() {
      spending.start()
      backups.start()
      backupFiles.start()
      useCurrentService()
      await fillWindow()
      void ahead.begin()
      // What comes on the screen goes before what takes the network.
      const lookAround = (): void => {
        spending.lookElsewhere()
        if (catalogs.isOld()) void catalogs.refresh()
      }
      void ahead.asked.then(() => ledger.open && lookAround()).catch((error: unknown) => say(String(error)))
      await shell.open(host)
    },
    async stop() {
      autoLock.stop()
      giveUp.abort()
      services.close()
      await Promise.all([
        spending.stop(),
        tills.stop(),
        backups.stop(),
        backupFiles.stop(),
        catalogs.close(),
        matcher.close(),
        facets.close(),
        vault.lock(),
      ])
      catalog.close()
      cache.close()
      ledger.close()
    },
  }
}
