import { keccak256, type Address } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { AccountView } from '../../shared/wallet/views.ts'
import type { EventName } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { Limits } from '../../shared/limits/views.ts'
import type { Profile } from '../../shared/services/profile.ts'
import { systemTimer, type Timer } from '../../shared/timer.ts'
import type { AppView } from '../../shared/app/views.ts'
import type { Chain } from '../../main/chain/chain.ts'
import { openChain } from '../../main/chain/open-chain.ts'
import { openCodes } from '../../main/codes/open-codes.ts'
import type { WritableDb } from '../../main/db/connections.ts'
import { openTestLedgerFile } from '../db/open-test-ledger-file.ts'
import type { Sealer } from '../../main/db/seal.ts'
import { createAccessBreaker } from '../../main/service/exchange/access-breaker.ts'
import { createRequestBudget } from '../../main/service/budget/request-budget.ts'
import { createServiceClient, type ServiceClient, type ProfileService } from '../../main/service/service-client.ts'
import { insertProfile, readProfile } from '../../main/settings/profiles-repository.ts'
import { checkTask } from '../../main/vault/process/check-task.ts'
import { createEventBus, type AppEvents } from '../../main/events.ts'
import { openSpending, type Spending } from '../../main/wiring/spending.ts'
import type { PurchaseContext } from '../../main/purchases/purchase-context.ts'
import type { CurrentService } from '../../main/engine/current-service.ts'

export const PROFILE = 'profile-1'

/** The state that a test changes while Till runs; it survives a restart of the process. */
export interface TestState {
  locked: boolean
  /** Whether the account is only watched. */
  isWatched: boolean
  /** Whether registrations are held back, as without a connection. */
  registrationsHeld: boolean
  stopped: AppView['payingStopped']
  diskErrors: unknown[]
  unforeseen: unknown[]
  limits: Limits
  /** The text on the clipboard; null for a shell that cannot read it, or the error with which reading fails. */
  clipboard: string | Error | null
  /** The wallet's other accounts. */
  accounts: Pick<AccountView, 'address' | 'name' | 'kind'>[]
  /** The addresses that the user gave a name. */
  named: { name: string; address: Address }[]
}

/** An event sent to the page. */
export interface TestEvent {
  readonly name: EventName
  readonly payload: unknown
}

/** Parts of a process that tests replace with `Object.assign`. */
export type TestParts = Pick<PurchaseContext, 'ledger' | 'sealer' | 'wallet' | 'service' | 'chain'>

/** One process of the app: the shipped code around a key that signs at once. */
export interface TestProcess {
  readonly parts: TestParts
  readonly spending: Spending
  /** Whether the process is dead and has no effect any more. */
  readonly dead: { yes: boolean }
}

export interface AssemblyOptions {
  readonly file: string
  readonly account: LocalAccount
  readonly profile: Profile
  readonly sealer: Sealer
  readonly clock: { readonly skewMs: number; readonly monotonicSkewMs: number }
  readonly state: TestState
  /** Replaces functions of every chain. */
  readonly tamper: Partial<Chain>
  /** Returns the networks on which the current service takes payments. */
  readonly networks: (chain: PurchaseContext['chain']) => CurrentService['networks']
  readonly onEvent: (event: TestEvent) => void
  readonly onMoved: (by: AppEvents['coins.moved']) => void
  readonly registrationMs: number
  readonly serviceMs: number
  /** The timeout of an exchange with a node, in milliseconds. */
  readonly rpcMs: number
  readonly timer?: Timer | undefined
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** Assembles the app's parts over a ledger file as the app does; nothing runs before spending is started. */
export function openAssembly(options: AssemblyOptions): TestProcess {
  const { profile, clock, state } = options
  const dead = { yes: false }
  const ledger = openTestLedgerFile(options.file)
  const now = (): number => Date.now() + clock.skewMs
  const monotonic = (): number => performance.now() + clock.monotonicSkewMs
  if (readProfile(ledger, PROFILE) === null) insertProfile(ledger, PROFILE, now(), profile)
  const service = openService(options, ledger, now, () => {
    if (!dead.yes) spending.goOn()
  })
  const parts: TestParts = {
    ledger,
    sealer: options.sealer,
    wallet: openWallet(options.account, state, dead),
    service: (id) => (id === service.profileId && !dead.yes ? service : null),
    chain: createTestChains(options, monotonic, () => void (dead.yes || spending.networkChanged())),
  }
  // Each part is read on use, since a test may have replaced it.
  const chain: PurchaseContext['chain'] = (...input) => parts.chain(...input)
  const events = createEventBus((error) => void (dead.yes || state.unforeseen.push(error)))
  events.on('coins.moved', (by) => void (dead.yes || options.onMoved(by)))
  const spending = openSpending({
    ledger,
    now,
    monotonic,
    timer: options.timer ?? systemTimer,
    chain,
    sealer: {
      seal: (...given) => parts.sealer.seal(...given),
      unseal: (...given) => parts.sealer.unseal(...given),
    },
    wallet: {
      address: () => parts.wallet.address(),
      isWatched: () => parts.wallet.isWatched(),
      isLocked: () => parts.wallet.isLocked(),
      sign: (task) => parts.wallet.sign(task),
    },
    service: (id) => parts.service(id),
    limits: () => state.limits,
    payingStopped: () => state.stopped,
    accounts: () => [{ address: options.account.address, name: 'Mine', kind: 'phrase' }, ...state.accounts],
    named: () => state.named,
    keepCodes: (...given) =>
      openCodes({ ledger, sealer: parts.sealer, now, isLocked: () => true }).keepReturned(...given),
    readClipboard: () =>
      state.clipboard instanceof Error ? Promise.reject(state.clipboard) : Promise.resolve(state.clipboard),
    current: () =>
      dead.yes ? null : { profileId: PROFILE, client: service.client, networks: options.networks(chain) },
    log: () => undefined,
    events,
    emitToPage: (name, payload) => void (dead.yes || options.onEvent({ name, payload })),
    onDiskError: (error) => state.diskErrors.push(error),
    onUnforeseen: (error) => void (dead.yes || state.unforeseen.push(error)),
  })
  return { parts, spending, dead }
}

function openService(
  { profile, state, registrationMs, serviceMs }: AssemblyOptions,
  ledger: WritableDb,
  now: () => number,
  onOnline: () => void,
): ProfileService {
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
      if (view.service === 'online') onOnline()
    },
    timeoutMs: serviceMs,
  })
  const client: ServiceClient = {
    ...real,
    registerSpend(input) {
      if (state.registrationsHeld)
        return Promise.resolve({ outcome: 'not-sent', error: new AppError('offline', 'Held') })
      const signals = [AbortSignal.timeout(registrationMs), ...(input.signal ? [input.signal] : [])]
      return real.registerSpend({ ...input, signal: AbortSignal.any(signals) })
    },
  }
  return { profileId: PROFILE, profile, client, budget }
}

function openWallet(
  account: LocalAccount,
  state: TestState,
  dead: { readonly yes: boolean },
): PurchaseContext['wallet'] {
  return {
    address: (): Address => account.address,
    isWatched: () => state.isWatched,
    isLocked: () => state.locked,
    async sign(task) {
      if (state.locked) throw new AppError('locked', 'Till is locked')
      checkTask(task)
      const raw = await account.signTransaction(task.transaction)
      if (dead.yes) throw new AppError('internal', 'This process is dead')
      return { raw, hash: keccak256(raw) }
    },
  }
}

function createTestChains(
  { profile, tamper, rpcMs: timeoutMs, fetch }: AssemblyOptions,
  monotonic: () => number,
  onTrouble: () => void,
): PurchaseContext['chain'] {
  const chains = new Map<string, Chain>()
  return ({ chainId, rpcUrls }) => {
    const key = `${chainId} ${rpcUrls.join(' ')}`
    const finalityDepth = profile.finalityDepth[String(chainId)]
    const priceFeed = profile.priceFeeds[String(chainId)]
    const chain =
      chains.get(key) ??
      openChain({ chainId, rpcUrls, finalityDepth, priceFeed, timeoutMs, monotonic, fetch, onTrouble })
    chains.set(key, chain)
    return new Proxy(chain, { get: (real, name: keyof Chain) => tamper[name] ?? real[name] })
  }
}
