import { join } from 'node:path'
import type { PrivateKeyAccount } from 'viem/accounts'
import { profileSchema } from '../../src/shared/services/profile.ts'
import { createMetadataRefresher } from '../../src/main/catalog/metadata/refresh-metadata.ts'
import { readNetwork } from '../../src/main/catalog/metadata/metadata-repository.ts'
import type { Chain } from '../../src/main/chain/chain.ts'
import { openChain } from '../../src/main/chain/open-chain.ts'
import { cacheMigrations } from '../../src/main/db/migrations/cache.ts'
import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import type { WritableDb } from '../../src/main/db/connections.ts'
import { openDatabase } from '../../src/main/db/open-database.ts'
import type { Sealer } from '../../src/main/db/seal.ts'
import type { Purchases } from '../../src/main/purchases/create-purchases.ts'
import type { Choice } from '../../src/main/purchases/quote/offer.ts'
import { type ProfileService, createServiceClient } from '../../src/main/service/service-client.ts'
import { createAccessBreaker } from '../../src/main/service/exchange/access-breaker.ts'
import { createRequestBudget } from '../../src/main/service/budget/request-budget.ts'
import { insertProfile, readProfile } from '../../src/main/settings/profiles-repository.ts'
import type { SandboxDescription } from '../../src/sandbox/profile.ts'
import { isLedgerFault, type WatchedDisk } from '../crash/ledger-fault.ts'
import { openTill } from '../crash/till.ts'
import type { Points } from '../crash/points.ts'
import { watchCalls } from '../crash/watch-calls.ts'
import { watchLedger } from '../crash/watch-ledger.ts'
import { choiceOf } from '../world/choice-of.ts'
import type { SimClock } from '../world/clock.ts'
import { createTimers } from '../world/timers.ts'
import type { Busy } from './busy.ts'

export type ShopNetwork = 'harbour' | 'meadow'

/** What outlives a counter's Till: its files, its key and its records key. */
export interface ShopFiles {
  readonly folder: string
  readonly account: PrivateKeyAccount
  readonly sealer: Sealer
}

/** A counter with one process of its Till. Everything is the app's own except the clock and the key. */
export interface Shop {
  readonly ledger: WritableDb
  readonly purchases: Purchases
  readonly service: ProfileService
  readonly unforeseen: readonly unknown[]
  /** Opens in the morning: loads the catalog and everything needed to pay. */
  open(): Promise<void>
  /** Resumes open purchases, as every start does. */
  start(): void
  choice(network: ShopNetwork, tokenKey: string, fails: boolean, reference: string): Choice
  close(): Promise<void>
  /** Ends the process: nothing in it happens any more. */
  end(): void
}

export interface ShopOptions extends ShopFiles {
  readonly profile: SandboxDescription['profile']
  readonly baseUrl: string
  readonly clock: SimClock
  readonly busy: Busy
  readonly points: Points
  /** Default: no commit fails. */
  readonly disk?: WatchedDisk
  readonly isLocked: () => boolean
  readonly onChanged: (id: string) => void
}

const PROFILE = 'counter'
const nowhere = (): string => ''

/** Starts the Till of a counter with its files. */
export function openShop({
  profile: input,
  baseUrl,
  clock,
  busy,
  points,
  disk,
  account,
  sealer,
  ...options
}: ShopOptions): Shop {
  const { folder } = options
  const real = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full')
  const ledger = watchLedger(real, points, disk ?? null)
  const cache = openDatabase(join(folder, 'cache.db'), cacheMigrations, 'normal')
  const profile = profileSchema.parse({ ...input, baseUrl })
  if (readProfile(real, PROFILE) === null) insertProfile(real, PROFILE, clock.now(), profile)
  const { now } = clock
  const budget = createRequestBudget({
    isShop: () => true,
    db: ledger,
    scope: baseUrl,
    requestsPerHour: profile.requestsPerHour,
    now,
    onChange: () => undefined,
  })
  const breaker = createAccessBreaker({ now, token: () => profile.token ?? null, onTokenRefused: () => undefined })
  const client = watchCalls(
    'service',
    createServiceClient({ profile, budget, breaker, now, onConnectionChange: () => undefined, timeoutMs: 600_000 }),
    points,
    nowhere,
  )
  const service: ProfileService = { profileId: PROFILE, profile, client, budget }
  const chains = new Map<number, Chain>()
  const chainOf = ({ chainId, rpcUrls }: Choice['network']): Chain => {
    const known = chains.get(chainId)
    if (known) return known
    const made = busy.watch(openChain({ chainId, rpcUrls, finalityDepth: undefined, monotonic: now }))
    // Known facts are answered at once, without asking.
    const { nodes, trouble, readCoinPrice, coinPrice } = made
    const chain = { ...watchCalls('chain', made, points, nowhere), nodes, trouble, readCoinPrice, coinPrice }
    chains.set(chainId, chain)
    return chain
  }
  const metadata = createMetadataRefresher({
    db: cache,
    client,
    source: baseUrl,
    now,
    onChange: () => undefined,
  })
  const unforeseen: unknown[] = []
  const { timer, endTimers } = createTimers(clock)
  const { purchases, start } = openTill({
    ledger,
    sealer,
    service,
    points,
    where: nowhere,
    chain: chainOf,
    now,
    monotonic: now,
    timer,
    account: { ...account, signTransaction: (...task) => busy.while(() => account.signTransaction(...task)) },
    isLocked: options.isLocked,
    onChanged: options.onChanged,
    onUnforeseen: (error) => void (points.ended || isLedgerFault(error) || unforeseen.push(error)),
    networks: () =>
      (['harbour', 'meadow'] as const).map((key) => {
        const { network, token } = choice(key, 'usdc', false, '')
        return { key, network, chain: chainOf(network), tokens: [token], payableNative: null, routers: [] }
      }),
  })

  function choice(key: ShopNetwork, token: string, fails: boolean, reference: string): Choice {
    const network = readNetwork(cache, key)
    if (!network) throw new Error(`There is no ${key}`)
    return choiceOf(network, { token, fails, reference })
  }

  return {
    ledger,
    purchases,
    service,
    unforeseen,
    start,
    choice,
    async open() {
      const file = join(folder, 'catalog.json')
      await client.downloadProducts({}, { file, etag: null, onProgress: () => undefined })
      await metadata.refresh()
      start()
    },
    async close() {
      await Promise.all([purchases.stop(), metadata.close()])
      real.close()
      cache.close()
    },
    end() {
      points.end()
      endTimers()
      void purchases.stop()
      void metadata.close()
      real.close()
      cache.close()
    },
  }
}
