import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type LocalAccount } from 'viem/accounts'
import { vi } from 'vitest'
import { noLimits } from '../../shared/limits/views.ts'
import { profileSchema, type Profile, type ProfileInput } from '../../shared/services/profile.ts'
import { purchaseView, type PurchaseView } from '../../shared/purchases/views.ts'
import { quoteView, type QuoteView } from '../../shared/checkout/views.ts'
import type { Chain } from '../../main/chain/chain.ts'
import { findEscrowContracts } from '../../main/chain/guard/escrow-contracts.ts'
import { openChain } from '../../main/chain/open-chain.ts'
import type { WritableDb } from '../../main/db/connections.ts'
import { createSealer } from '../../main/db/seal.ts'
import { writeReconciled } from '../../main/history/reconciling-repository.ts'
import type { Spending } from '../../main/wiring/spending.ts'
import type { Purchases } from '../../main/purchases/create-purchases.ts'
import type { Choice } from '../../main/purchases/quote/offer.ts'
import type { ProfileService } from '../../main/service/service-client.ts'
import type { Timer } from '../../shared/timer.ts'
import { openAssembly, PROFILE, type TestEvent, type TestParts, type TestProcess, type TestState } from './assembly.ts'
import { confirmationOf } from './consent.ts'
import { openSandbox, type NetworkKey, type SandboxControls, type TokenKey } from './sandbox-controls.ts'
import type { AppEvents } from '../../main/events.ts'
import type { ListedNetwork, ListedToken } from '../../main/engine/current-service.ts'

export interface TillOptions {
  readonly profile?: Partial<ProfileInput>
  readonly account?: LocalAccount
  /** Prepares the ledger file before the first process opens it. */
  readonly prepare?: (ledgerFile: string) => void
  /** Whether the wallet is funded at once; true by default. */
  readonly funded?: boolean
  /** The timeout of a registration, in milliseconds; 10 s by default. */
  readonly registrationMs?: number
  /** The timeout of any other request to the service, in milliseconds; 20 s by default. */
  readonly serviceMs?: number
  /** The timer of all its waits. */
  readonly timer?: Timer
  /** The timeout of an exchange with a node, in milliseconds; 2 s by default. */
  readonly rpcMs?: number
  /** The money in which the person is shown totals; none by default. */
  readonly money?: Choice['money']
  /** Returns the addresses of a network's nodes; by default its chain's single one. */
  readonly rpcUrls?: (network: NetworkKey) => readonly string[]
  /** The fetch function for calls to nodes. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** What a service lists: its networks, and the fields in which it differs from the sandbox. */
export interface Listed {
  networks: readonly NetworkKey[]
  network: Partial<ListedNetwork['network']>
  token: Partial<ListedToken>
}

export interface TestTill {
  readonly account: LocalAccount
  readonly address: Address
  readonly service: ProfileService
  readonly clock: { skewMs: number; monotonicSkewMs: number }
  readonly state: TestState
  /** What the current service lists, for the parts that read its networks. */
  readonly listed: Listed
  /** The events sent to the page. */
  readonly events: readonly TestEvent[]
  /** What moved coins, as the process was told. */
  readonly moved: readonly AppEvents['coins.moved'][]
  /** Replaces functions of every chain from now on. */
  readonly tamper: Partial<Chain>
  readonly context: TestParts
  readonly ledger: WritableDb
  /** Everything that signs, assembled as in the app. */
  readonly spending: Spending
  readonly purchases: Purchases
  /** Opens a network's chain without tampering. */
  chain(network: NetworkKey): Chain
  choice(network: NetworkKey, token: TokenKey, sku?: string, reference?: string): Choice
  quote(network: NetworkKey, token: TokenKey, sku?: string): Promise<QuoteView>
  /** Confirms an offer and accepts its terms; `changes` accepts more. */
  confirm(offer: QuoteView, changes?: Partial<Parameters<Purchases['confirm']>[0]>): Promise<PurchaseView>
  buy(network: NetworkKey, token: TokenKey, sku?: string): Promise<PurchaseView>
  view(id: string): PurchaseView
  until(id: string, holds: (view: PurchaseView) => boolean, seconds?: number): Promise<PurchaseView>
  untilSettled(id: string, seconds?: number): Promise<PurchaseView>
  /** Waits until a purchase is delivered, retrying as soon as it is registered. */
  delivered(id: string, seconds?: number): Promise<PurchaseView>
  /** Waits like `until`, but keeps polling at once instead of waiting for the next try. */
  checkUntil(id: string, holds: (view: PurchaseView) => boolean, seconds?: number): Promise<PurchaseView>
  /** Marks the account's nonces below `below`, which were used by hand, as reconciled. */
  reconcile(network: NetworkKey, below: number): Promise<void>
  /** Ends the process now: nothing is written or sent any more. */
  kill(): void
  /** Starts a new process over the same ledger. */
  restart(): void
  dispose(): Promise<void>
}

export const topup = 'juniperline_US_5.00-I'
export const otherTopup = 'juniperline_US_10.00-I'
export const failing = 'sandbox_US_5.00-I'

/** A sandbox, and the Tills that buy from it. */
export interface TestSandbox extends SandboxControls {
  /** Creates a Till with a new funded wallet and a new ledger. */
  till(options?: TillOptions): Promise<TestTill>
  /** Stops its Tills; the sandbox runs on for the next file. */
  stop(): Promise<void>
}

/** Opens a sandbox for one test file. */
export async function openTestSandbox(opened: Promise<SandboxControls> = openSandbox()): Promise<TestSandbox> {
  const sandbox = await opened
  const tills: TestTill[] = []
  return {
    ...sandbox,
    async till(options = {}) {
      const till = openTill(sandbox, options)
      tills.push(till)
      if (options.funded !== false) await sandbox.faucet(till.address)
      return till
    },
    async stop() {
      await Promise.all(tills.map((till) => till.dispose()))
    },
  }
}

function openTill(sandbox: SandboxControls, options: TillOptions): TestTill {
  const account = options.account ?? privateKeyToAccount(generatePrivateKey())
  const folder = mkdtempSync(join(tmpdir(), 'till-purchases-'))
  const file = join(folder, 'ledger.db')
  options.prepare?.(file)
  const sealer = createSealer(randomBytes(32))
  const profile: Profile = profileSchema.parse({ ...sandbox.running.profile, deliverySeconds: 1, ...options.profile })
  const clock = { skewMs: 0, monotonicSkewMs: 0 }
  const state: TestState = {
    locked: false,
    isWatched: false,
    registrationsHeld: false,
    stopped: null,
    diskErrors: [],
    unforeseen: [],
    limits: noLimits,
    clipboard: null,
    accounts: [],
    named: [],
  }
  const tamper: TestTill['tamper'] = {}
  const listed: Listed = { networks: ['harbour', 'meadow'], network: {}, token: {} }
  const events: TestEvent[] = []
  const moved: AppEvents['coins.moved'][] = []
  const start = (): TestProcess =>
    openAssembly({
      file,
      account,
      profile,
      sealer,
      clock,
      state,
      tamper,
      timer: options.timer,
      fetch: options.fetch,
      networks: (chain) =>
        listed.networks.map((key) => {
          const { network } = till.choice(key, 'usdc')
          const tokens = sandbox.network(key).tokens.map(({ address, symbol, decimals }) => ({
            symbol,
            decimals,
            ...listed.token,
            address: address as Address,
          }))
          const { protocolContracts: routers, nativeAddress: _, escrow: _escrow, ...rest } = network
          const frozen = { ...rest, ...listed.network }
          return { key, network: frozen, chain: chain(frozen, profile), tokens, payableNative: null, routers }
        }),
      onEvent: (event) => events.push(event),
      onMoved: (by) => moved.push(by),
      registrationMs: options.registrationMs ?? 10_000,
      serviceMs: options.serviceMs ?? 20_000,
      rpcMs: options.rpcMs ?? 2_000,
    })
  const running = { process: start() }

  const till: TestTill = {
    account,
    address: account.address,
    clock,
    state,
    tamper,
    listed,
    events,
    moved,
    get service() {
      const service = running.process.parts.service(PROFILE)
      if (service === null) throw new Error('Dead')
      return service
    },
    get context() {
      return running.process.parts
    },
    get ledger() {
      return running.process.parts.ledger
    },
    get spending() {
      return running.process.spending
    },
    get purchases() {
      return running.process.spending.purchases
    },
    chain: (key) =>
      openChain({ chainId: sandbox.network(key).chainId, rpcUrls: [sandbox.rpcUrl(key)], finalityDepth: undefined }),
    choice(networkKey, tokenKey, sku = topup, reference = '+12015550123') {
      const network = sandbox.network(networkKey)
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
          evmServiceId: null,
          listed: null,
        },
        network: {
          key: network.key,
          name: network.name,
          chainId: network.chainId,
          rpcUrls: [...(options.rpcUrls?.(networkKey) ?? [sandbox.rpcUrl(networkKey)])],
          explorerUrl: network.explorerUrl,
          nativeSymbol: network.nativeToken.symbol,
          nativeAddress: network.nativeToken.address,
          protocolContracts: Object.values(network.protocolContracts) as Address[],
          escrow: findEscrowContracts(network.protocolContracts),
        },
        token: { ...token, address: token.address as Address },
        delivery: { reference: sku === failing ? 'someone@example.com' : reference, fields: [] },
        money: options.money ?? null,
      }
    },
    quote: async (network, token, sku) =>
      quoteView.parse(await till.purchases.quote(till.service, till.choice(network, token, sku), null)),
    confirm: async (offer, changes = {}) =>
      purchaseView.parse(await till.purchases.confirm({ ...confirmationOf(offer), ...changes })),
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
    async checkUntil(id, holds, seconds = 20) {
      return vi.waitUntil(
        () => {
          const view = till.view(id)
          if (holds(view)) return view
          if (view.attention === null && view.registration.state !== 'rejected') till.purchases.checkNow(id)
          return false
        },
        { timeout: seconds * 1000, interval: 100 },
      )
    },
    async delivered(id, seconds) {
      await till.until(id, ({ registration }) => registration.state === 'registered', seconds)
      return till.checkUntil(id, ({ status }) => status === 'delivered')
    },
    async untilSettled(id, seconds) {
      try {
        return await till.until(id, ({ ended }) => ended, seconds)
      } catch (error) {
        throw new Error(`Not settled: ${JSON.stringify(till.view(id), null, 1)}`, { cause: error })
      }
    },
    async reconcile(key, below) {
      const chainInstance = await till.chain(key).instance()
      writeReconciled(
        till.ledger,
        { profileId: PROFILE, chainInstance, address: till.address },
        { below, at: Date.now(), block: null },
      )
    },
    kill() {
      running.process.dead.yes = true
      void running.process.spending.stop()
      till.ledger.close()
    },
    restart() {
      running.process = start()
      running.process.spending.start()
    },
    async dispose() {
      const { parts, spending } = running.process
      await spending.stop()
      if (parts.ledger.open) parts.ledger.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  till.spending.start()
  return till
}
