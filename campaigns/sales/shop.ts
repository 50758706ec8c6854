import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { profileSchema } from '../../src/shared/profile.ts'
import { createPlacesRefresher } from '../../src/main/catalog/places/refresh-places.ts'
import { readNetwork } from '../../src/main/catalog/places/places-repository.ts'
import type { Chain } from '../../src/main/chain/chain.ts'
import { openChain } from '../../src/main/chain/open-chain.ts'
import { cacheMigrations } from '../../src/main/db/migrations/cache.ts'
import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import { openDatabase } from '../../src/main/db/open-database.ts'
import { createSealer } from '../../src/main/db/seal.ts'
import type { Purchases } from '../../src/main/purchases/create-purchases.ts'
import type { Choice } from '../../src/main/purchases/offer.ts'
import type { PurchaseService } from '../../src/main/purchases/purchase-context.ts'
import { createAccessBreaker } from '../../src/main/service/access-breaker.ts'
import { createRequestBudget } from '../../src/main/service/request-budget.ts'
import { createServiceClient } from '../../src/main/service/service-client.ts'
import { insertProfile } from '../../src/main/settings/profiles-repository.ts'
import type { SandboxDescription } from '../../src/sandbox/profile.ts'
import { openTill } from '../crash/till.ts'
import type { Points } from '../crash/points.ts'
import { choiceOf } from '../world/choice-of.ts'
import type { SimClock } from '../world/clock.ts'
import type { Busy } from './busy.ts'

export type ShopNetwork = 'harbour' | 'meadow'

/** A counter with its Till: everything in it is the app's own, over files of its own, but for the clock and the key. */
export interface Shop {
  readonly purchases: Purchases
  readonly service: PurchaseService
  readonly address: Address
  readonly unforeseen: readonly unknown[]
  /** What a morning begins with: the catalog and all that it takes to pay. */
  openUp(): Promise<void>
  choice(network: ShopNetwork, tokenKey: string, fails: boolean, reference: string): Choice
  close(): Promise<void>
}

export interface ShopOptions {
  readonly profile: SandboxDescription['profile']
  readonly baseUrl: string
  readonly clock: SimClock
  readonly busy: Busy
  readonly onChanged: (id: string) => void
}

const PROFILE = 'counter'
const nowhere: Points = {
  ...{ pass: () => undefined, alive: () => undefined, ended: false, end: () => undefined, passed: new Set() },
}

/** Builds a counter that has not opened yet. */
export function openShop({ profile: input, baseUrl, clock, busy, onChanged }: ShopOptions): Shop {
  const folder = mkdtempSync(join(tmpdir(), 'till-sales-'))
  const ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full')
  const cache = openDatabase(join(folder, 'cache.db'), cacheMigrations, 'normal')
  const profile = profileSchema.parse({ ...input, baseUrl })
  insertProfile(ledger, PROFILE, clock.now(), profile)
  const account = privateKeyToAccount(generatePrivateKey())
  const { now } = clock
  const budget = createRequestBudget({
    ...{ db: ledger, scope: baseUrl, requestsPerHour: profile.requestsPerHour, now, onChange: () => undefined },
  })
  const breaker = createAccessBreaker({ now, token: () => profile.token ?? null, onTokenRefused: () => undefined })
  const client = busy.watch(
    createServiceClient({ profile, budget, breaker, now, onConnectionChange: () => undefined, timeoutMs: 600_000 }),
  )
  const service: PurchaseService = { profileId: PROFILE, profile, client, budget }
  const chains = new Map<number, Chain>()
  const chainOf = ({ chainId, rpcUrls }: Choice['network']): Chain => {
    const chain = chains.get(chainId) ?? busy.watch(openChain({ chainId, rpcUrls, finalityDepth: undefined }))
    chains.set(chainId, chain)
    return chain
  }
  const places = createPlacesRefresher({
    ...{ db: cache, client, source: baseUrl, now, onChange: () => undefined },
  })
  const unforeseen: unknown[] = []
  const { purchases, start } = openTill({
    ...{ ledger, service, points: nowhere, where: () => '', chain: chainOf },
    account: { ...account, signTransaction: (...task) => busy.while(() => account.signTransaction(...task)) },
    ...{ now, monotonic: now, timer: clock.timer, onUnforeseen: (error) => unforeseen.push(error), onChanged },
    sealer: createSealer(randomBytes(32)),
    networks: () =>
      (['harbour', 'meadow'] as const).map((key) => {
        const { network, token } = choice(key, 'usdc', false, '')
        return { key, network, chain: chainOf(network), tokens: [token] }
      }),
  })

  function choice(key: ShopNetwork, token: string, fails: boolean, reference: string): Choice {
    const network = readNetwork(cache, key)
    if (!network) throw new Error(`There is no ${key}`)
    return choiceOf(network, { token, fails, reference })
  }

  return {
    ...{ purchases, service, address: account.address, unforeseen, choice },
    async openUp() {
      const file = join(folder, 'catalog.json')
      await client.downloadProducts({}, { file, etag: null, onProgress: () => undefined })
      await places.refresh()
      start()
    },
    async close() {
      await Promise.all([purchases.stop(), places.close()])
      ledger.close()
      cache.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
