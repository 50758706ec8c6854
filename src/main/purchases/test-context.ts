import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256, type Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type LocalAccount } from 'viem/accounts'
import { vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { noLimits, type Limits } from '../../shared/limit-views.ts'
import { profileSchema, type Profile, type ProfileInput } from '../../shared/profile.ts'
import { purchaseView, quoteView, type AppView, type PurchaseView, type QuoteView } from '../../shared/views.ts'
import type { Chain } from '../chain/chain.ts'
import { openChain } from '../chain/open-chain.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase, type Database } from '../db/open-database.ts'
import { createSealer } from '../db/seal.ts'
import { createAccessBreaker } from '../service/access-breaker.ts'
import { createRequestBudget } from '../service/request-budget.ts'
import { createServiceClient, type ServiceClient } from '../service/service-client.ts'
import { createAccountLocks } from '../engine/account-locks.ts'
import { insertProfile, readProfile } from '../settings/profiles-repository.ts'
import { readRememberedAddresses, rememberAddress } from '../settings/remembered-addresses-repository.ts'
import { isExplained } from '../history/reconcile.ts'
import { writeReconciled } from '../history/reconciling-repository.ts'
import { checkTask } from '../vault/check-task.ts'
import { createPurchases, type Purchases } from './create-purchases.ts'
import type { Choice } from './offer.ts'
import type { PurchaseContext, PurchaseService } from './purchase-context.ts'
import { systemTimer, type Timer } from '../../shared/timer.ts'
import { openSandbox, type NetworkKey, type TestTown, type TokenKey } from './test-town.ts'

export interface TillOptions {
  readonly profile?: Partial<ProfileInput>
  readonly account?: LocalAccount
  /** Asked for coins at once; true where left out. */
  readonly funded?: boolean
  /** Milliseconds for a registration; 10 s where left out. */
  readonly registrationMs?: number
  /** Milliseconds for any other request to the service; 20 s where left out. */
  readonly serviceMs?: number
  /** What its waits are measured with. */
  readonly timer?: Timer
}

export interface TestTill {
  readonly account: LocalAccount
  readonly address: Address
  readonly service: PurchaseService
  readonly clock: { skewMs: number; monotonicSkewMs: number }
  /** `held`: registrations are kept from leaving, as without a connection. */
  readonly state: {
    locked: boolean
    held: boolean
    stopped: AppView['payingStopped']
    diskErrors: unknown[]
    unforeseen: unknown[]
    limits: Limits
  }
  /** Replaces functions of every chain from now on. */
  readonly tamper: Partial<Chain>
  readonly context: PurchaseContext
  readonly ledger: Database
  readonly purchases: Purchases
  /** A network without any tampering. */
  chain(network: NetworkKey): Chain
  choice(network: NetworkKey, token: TokenKey, sku?: string, reference?: string): Choice
  quote(network: NetworkKey, token: TokenKey, sku?: string): Promise<QuoteView>
  /** Confirms an offer as a person does who accepts all there is to accept. */
  confirm(offer: QuoteView, changes?: Partial<Parameters<Purchases['confirm']>[0]>): Promise<PurchaseView>
  buy(network: NetworkKey, token: TokenKey, sku?: string): Promise<PurchaseView>
  view(id: string): PurchaseView
  until(id: string, holds: (view: PurchaseView) => boolean, seconds?: number): Promise<PurchaseView>
  ended(id: string, seconds?: number): Promise<PurchaseView>
  /** Until it is delivered, by someone who asks as soon as it is registered. */
  delivered(id: string, seconds?: number): Promise<PurchaseView>
  /** As `until`, by someone who asks to look now all the time instead of waiting for the next try. */
  hurry(id: string, holds: (view: PurchaseView) => boolean, seconds?: number): Promise<PurchaseView>
  /** Takes what the account did by hand, under nonces below `below`, as explained. */
  explain(network: NetworkKey, below: number): Promise<void>
  /** The process dies now: nothing is written or sent any more. */
  die(): void
  /** A new process over the same ledger. */
  rise(): void
  dispose(): Promise<void>
}

const PROFILE = 'profile-1'

export const topup = 'juniperline_US_5.00-I'
export const otherTopup = 'juniperline_US_10.00-I'
export const failing = 'sandbox_US_5.00-I'

/** A sandbox, and Tills that buy there. */
export interface TestHouse extends TestTown {
  /** A Till of its own: new wallet with coins, new ledger. */
  till(options?: TillOptions): Promise<TestTill>
}

/** Starts a sandbox for one test file. */
export async function openTown(): Promise<TestHouse> {
  const town = await openSandbox()
  const tills: TestTill[] = []
  return {
    ...town,
    async till(options = {}) {
      const till = openTill(town, options)
      tills.push(till)
      if (options.funded !== false) await town.faucet(till.address)
      return till
    },
    async stop() {
      await Promise.all(tills.map((till) => till.dispose()))
      await town.stop()
    },
  }
}

function openTill(town: TestTown, options: TillOptions): TestTill {
  const account = options.account ?? privateKeyToAccount(generatePrivateKey())
  const folder = mkdtempSync(join(tmpdir(), 'till-purchases-'))
  const file = join(folder, 'ledger.db')
  const sealer = createSealer(randomBytes(32))
  const profile: Profile = profileSchema.parse({ ...town.sandbox.profile, settleSeconds: 1, ...options.profile })
  const clock = { skewMs: 0, monotonicSkewMs: 0 }
  const state: TestTill['state'] = {
    locked: false,
    held: false,
    stopped: null,
    diskErrors: [],
    unforeseen: [],
    limits: noLimits,
  }
  const tamper: TestTill['tamper'] = {}
  const life = { process: start() }

  function start(): { context: PurchaseContext; purchases: Purchases; dead: { yes: boolean } } {
    const dead = { yes: false }
    const ledger = openDatabase(file, ledgerMigrations, 'normal')
    const now = (): number => Date.now() + clock.skewMs
    if (readProfile(ledger, PROFILE) === null) insertProfile(ledger, PROFILE, now(), profile)
    const alive = (): void => {
      if (dead.yes) throw new AppError('internal', 'This process is dead')
    }
    const budget = createRequestBudget({
      db: ledger,
      scope: profile.baseUrl,
      requestsPerHour: profile.requestsPerHour,
      now,
      onChange: () => undefined,
    })
    const real = createServiceClient({
      profile,
      budget,
      breaker: createAccessBreaker({ now, token: () => profile.token ?? null, onTokenRefused: () => undefined }),
      now,
      onConnectionChange: (view) => {
        if (view.service === 'online' && !dead.yes) purchases.nudge()
      },
      timeoutMs: options.serviceMs ?? 20_000,
    })
    const client: ServiceClient = {
      ...real,
      registerSpend(input) {
        if (state.held) return Promise.resolve({ outcome: 'not-sent', error: new AppError('offline', 'Held') })
        const signals = [AbortSignal.timeout(options.registrationMs ?? 10_000), ...(input.signal ? [input.signal] : [])]
        return real.registerSpend({ ...input, signal: AbortSignal.any(signals) })
      },
    }
    const service: PurchaseService = { profileId: PROFILE, profile, client, budget }
    const chains = new Map<string, Chain>()
    const context: PurchaseContext = {
      ledger,
      sealer,
      now,
      monotonic: () => performance.now() + clock.monotonicSkewMs,
      timer: options.timer ?? systemTimer,
      limits: () => state.limits,
      locks: createAccountLocks(),
      wallet: {
        address: () => account.address,
        isLocked: () => state.locked,
        async sign(task) {
          if (state.locked) throw new AppError('locked', 'Till is locked')
          checkTask(task)
          const raw = await account.signTransaction(task.transaction)
          alive()
          return { raw, hash: keccak256(raw) }
        },
      },
      recipients: {
        list: (profileId, instance) => readRememberedAddresses(ledger, profileId, instance),
        remember: (profileId, chainInstance, address) =>
          rememberAddress(ledger, { profileId, chainInstance, address, firstSeen: now() }),
      },
      termsAnswers: new Map(),
      service: (id) => (id === service.profileId && !dead.yes ? service : null),
      chain({ chainId, rpcUrls }) {
        const key = `${chainId} ${rpcUrls.join(' ')}`
        const depth = profile.finalityDepth[String(chainId)]
        const monotonic = (): number => performance.now() + clock.monotonicSkewMs
        const chain =
          chains.get(key) ?? openChain({ chainId, rpcUrls, finalityDepth: depth, timeoutMs: 2_000, monotonic })
        chains.set(key, chain)
        return new Proxy(chain, { get: (real, name: keyof Chain) => tamper[name] ?? real[name] })
      },
      isExplained: (profileId, chain, chainInstance, address) =>
        isExplained({ ledger, chain, place: { profileId, chainInstance, address } }),
      payingStopped: () => state.stopped,
      onDiskError: (error) => state.diskErrors.push(error),
      onUnforeseen: (error) => state.unforeseen.push(error),
      onChanged: () => undefined,
    }
    const purchases = createPurchases(context, (url) => `/image/${url.length}`)
    return { context, purchases, dead }
  }

  const till: TestTill = {
    account,
    address: account.address,
    clock,
    state,
    tamper,
    get service() {
      const service = life.process.context.service(PROFILE)
      if (service === null) throw new Error('Dead')
      return service
    },
    get context() {
      return life.process.context
    },
    get ledger() {
      return life.process.context.ledger
    },
    get purchases() {
      return life.process.purchases
    },
    chain: (key) =>
      openChain({ chainId: town.network(key).chainId, rpcUrls: [town.rpcUrl(key)], finalityDepth: undefined }),
    choice(networkKey, tokenKey, sku = topup, reference = '+12015550123') {
      const network = town.network(networkKey)
      const token = network.tokens.find((one) => one.key === tokenKey)
      if (!token) throw new Error('No such token')
      const fiatValue = /_([\d.]+)-I$/.exec(sku)?.[1] ?? ''
      return {
        product: {
          sku,
          brandSlug: sku.split('_')[0] ?? '',
          brandName: sku.split('_')[0] ?? '',
          productType: 'topup',
          country: 'US',
          image: null,
          facts: null,
          fiatCurrency: 'USD',
          fiatValue,
          listed: null,
        },
        network: {
          key: network.key,
          name: network.name,
          chainId: network.chainId,
          rpcUrls: [town.rpcUrl(networkKey)],
          explorerUrl: network.explorerUrl,
          nativeSymbol: network.nativeToken.symbol,
          nativeAddress: network.nativeToken.address,
          protocolContracts: Object.values(network.protocolContracts) as Address[],
        },
        token: { ...token, address: token.address as Address },
        delivery: { reference: sku === failing ? 'someone@example.com' : reference, fields: [] },
      }
    },
    quote: async (network, token, sku) =>
      quoteView.parse(await till.purchases.quote(till.service, till.choice(network, token, sku), null)),
    confirm: async (offer, changes = {}) =>
      purchaseView.parse(
        await till.purchases.confirm({
          purchaseId: offer.purchaseId,
          quoteKey: offer.quoteKey,
          totalAmount: offer.totalAmount,
          recipient: offer.payment?.recipient ?? '0x',
          acceptTerms: true,
          acceptFee: false,
          acceptCoin: false,
          acceptNewRecipient: false,
          acceptNotSimulated: false,
          typedTotal: null,
          draftId: null,
          ...changes,
        }),
      ),
    buy: async (network, token, sku) => till.confirm(await till.quote(network, token, sku)),
    view: (id) => purchaseView.parse(till.purchases.get(id)),
    async until(id, holds, seconds = 25) {
      return vi.waitUntil(
        () => {
          const view = till.view(id)
          return holds(view) ? view : false
        },
        { timeout: seconds * 1000, interval: 50 },
      )
    },
    async hurry(id, holds, seconds = 20) {
      return vi.waitUntil(
        () => {
          const view = till.view(id)
          if (holds(view)) return view
          if (view.attention === null && view.registration.state !== 'rejected') till.purchases.retry(id)
          return false
        },
        { timeout: seconds * 1000, interval: 100 },
      )
    },
    async delivered(id, seconds) {
      await till.until(id, ({ registration }) => registration.state === 'registered', seconds)
      return till.hurry(id, ({ status }) => status === 'delivered')
    },
    async ended(id, seconds) {
      try {
        return await till.until(id, ({ ended }) => ended, seconds)
      } catch (error) {
        throw new Error(`Not ended: ${JSON.stringify(till.view(id), null, 1)}`, { cause: error })
      }
    },
    async explain(key, below) {
      const chainInstance = await till.chain(key).instance()
      writeReconciled(
        till.ledger,
        { profileId: PROFILE, chainInstance, address: till.address },
        { below, at: Date.now(), block: null },
      )
    },
    die() {
      life.process.dead.yes = true
      void life.process.purchases.stop()
      life.process.context.ledger.close()
    },
    rise() {
      life.process = start()
      life.process.purchases.start()
    },
    async dispose() {
      const { context, purchases } = life.process
      await purchases.stop()
      if (context.ledger.open) context.ledger.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  life.process.purchases.start()
  return till
}
