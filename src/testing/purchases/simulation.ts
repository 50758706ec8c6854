import { keccak256, toHex, type Hash } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { noLimits } from '../../shared/limits/views.ts'
import { profileSchema, type ProfileInput } from '../../shared/services/profile.ts'
import type { PurchaseView } from '../../shared/purchases/views.ts'
import type { Chain, ListedTransfer, NonceUse, Receipt } from '../../main/chain/chain.ts'
import { openCodes, type Codes } from '../../main/codes/open-codes.ts'
import { createAccountLocks } from '../../main/engine/account-locks.ts'
import type { ListedTransaction, TransactionPage } from '../../main/service/operations/list-transactions.ts'
import { readAllTransactions } from '../../main/service/operations/read-all-transactions.ts'
import type { RegistrationOutcome } from '../../main/service/operations/register-spend.ts'
import type { RequestBudget } from '../../main/service/budget/request-budget.ts'
import type { ServiceClient, ProfileService } from '../../main/service/service-client.ts'
import type { SpendTransaction } from '../../main/service/operations/spend-transaction.ts'
import { createPurchases, type Purchases } from '../../main/purchases/create-purchases.ts'
import type { PurchaseContext } from '../../main/purchases/purchase-context.ts'
import { from, openTestLedger, terms, type StoreOptions, type TestLedger } from './ledger.ts'

export const SIM_PROFILE = 'p'
export const SIM_START = Date.UTC(2030, 0, 1)
const BLOCK_MS = 2_000

/** The behaviour of network and service in a simulation; each function may be replaced at any time. */
export interface Behaviour {
  /** Returns whether any node answers. */
  isNetworkUp: () => boolean
  /** Returns when a payment is mined, in epoch milliseconds; null for never. */
  minedAt: (hash: Hash) => number | null
  /** Returns whether a mined payment reverted. */
  isReverted: (hash: Hash) => boolean
  /** Returns whether blocks become final. */
  isFinal: () => boolean
  /** Returns whether a final block holds the signed transaction although no node shows a receipt or a log. */
  isHeld: () => boolean
  /** Answers a registration; `accepted` stores it. */
  register: (sending: Sending) => 'accepted' | RegistrationOutcome
  /** Returns the status of an accepted spend. */
  status: (spend: SimSpend) => string
  /** Returns the codes in the record of an accepted spend. */
  codes: (spend: SimSpend) => SpendTransaction['codes']
  /** Returns one page of the list, given the true page. */
  list: (page: number, truth: TransactionPage) => TransactionPage
  refunds: () => readonly ListedTransfer[]
}

export interface Sending {
  readonly key: string
  readonly body: string
  readonly hash: Hash
  readonly at: number
}

export interface SimSpend {
  readonly id: string
  readonly hash: Hash
  readonly body: string
  readonly at: number
}

/** Till's purchases over an in-memory network and service, on a clock that only `run` moves. */
export interface Simulation {
  readonly books: TestLedger
  readonly context: PurchaseContext
  readonly purchases: Purchases
  readonly client: ServiceClient
  readonly behaviour: Behaviour
  readonly sent: readonly Sending[]
  readonly spends: SimSpend[]
  readonly codes: Codes
  /** Returns the number of requests to the service so far. */
  requestCount(): number
  /** Returns the wall clock in epoch milliseconds; `skew` shifts it. */
  now(): number
  skew(ms: number): void
  /** Stores a purchase that was signed now. */
  buy(options?: StoreOptions): string
  view(id: string): PurchaseView
  /** Advances the clock by `ms` and runs all timers in order; calls `each` before every step. */
  run(ms: number, each?: () => void): Promise<void>
  close(): Promise<void>
}

export const unclear = (code: 'service-down' | 'service-timeout', status: number | null): RegistrationOutcome => ({
  outcome: 'unclear',
  error: new AppError(code, 'Not now'),
  ...(status === null ? {} : { answer: { status, text: '{}' } }),
})

export function listed(number: number, hash: string): ListedTransaction {
  return {
    id: `spend-${number}`,
    status: 'SUCCESS',
    productType: 'topup',
    productSku: 'oak_US_5-I',
    quantity: '1',
    price: { fiatCurrency: 'USD', fiatValue: '5', stableCoinCurrency: 'USDC', stableCoinValue: '5.1' },
    chainId: 7,
    tokenUsed: 'USDC',
    tokenAmountPaid: '5.1',
    imageUrl: '',
    created: '',
    brandName: 'Oak',
    walletAddress: from,
    blockchainTransactionHash: hash,
    serviceId: null,
    recordId: null,
  }
}

/** Opens a simulation; its purchases resume once `run` is called. */
export function openSimulation(profileInput: Partial<ProfileInput> = {}): Simulation {
  let elapsed = 0
  let skewed = 0
  let requestCount = 0
  const alarms: { at: number; run: () => void }[] = []
  const books = openTestLedger()
  const now = (): number => SIM_START + elapsed + skewed
  const sent: Sending[] = []
  const spends: SimSpend[] = []
  const behaviour: Behaviour = {
    isNetworkUp: () => true,
    minedAt: () => SIM_START + BLOCK_MS,
    isReverted: () => false,
    isFinal: () => true,
    isHeld: () => false,
    register: () => 'accepted',
    status: () => 'SUCCESS',
    codes: () => [],
    list: (_, truth) => truth,
    refunds: () => [],
  }
  const timer: PurchaseContext['timer'] = (ms, run) => {
    const alarm = { at: elapsed + Math.max(0, ms), run }
    alarms.push(alarm)
    return () => {
      const index = alarms.indexOf(alarm)
      if (index >= 0) alarms.splice(index, 1)
    }
  }
  const profile = profileSchema.parse({
    name: 'Sim',
    baseUrl: 'https://service.example',
    integrator: 'sim',
    requestsPerHour: 100_000,
    ...profileInput,
  })
  const chain = openSimChain(behaviour, () => SIM_START + elapsed)
  const client = openSimClient(behaviour, { now, sent, spends, onRequest: () => void requestCount++ })
  const budget: RequestBudget = {
    take: () => 1,
    returnRequest: () => undefined,
    limited: () => undefined,
    answered: () => undefined,
    reserve: () => true,
    holds: () => false,
    release: () => undefined,
    roomAt: now,
    isRush: () => false,
    spacing: () => 0,
    view: () => ({ limit: 100, used: 0, left: 100, refillsAt: null, waitingUntil: null }),
  }
  const codes = openCodes({ ...books.context, isLocked: () => false })
  const service: ProfileService = { profileId: SIM_PROFILE, profile, client, budget }
  const context: PurchaseContext = {
    ledger: books.context.ledger,
    sealer: books.context.sealer,
    now,
    timer,
    monotonic: () => elapsed,
    limits: () => noLimits,
    locks: createAccountLocks(),
    wallet: {
      address: () => from,
      isWatched: () => false,
      isLocked: () => false,
      sign: () => Promise.reject(new AppError('locked', 'Nothing is signed here')),
    },
    recipients: { list: () => [], remember: () => undefined },
    termsAnswers: new Map(),
    keepCodes: codes.keepReturned,
    service: (id) => (id === SIM_PROFILE ? service : null),
    current: () => null,
    chain: () => chain,
    isReconciled: () => Promise.resolve(true),
    hasUnacknowledged: () => false,
    payingStopped: () => null,
    onDiskError: (error) => {
      throw error
    },
    onUnforeseen: (error) => {
      if (!(error instanceof AppError)) throw error
    },
    onUnreadable: () => undefined,
    onChanged: () => undefined,
    onExternal: () => undefined,
  }
  const purchases = createPurchases(context, () => null)
  let started = false

  async function run(ms: number, each: () => void = () => undefined): Promise<void> {
    if (!started) purchases.start()
    started = true
    const end = elapsed + ms
    for (;;) {
      await new Promise((resolve) => void setImmediate(resolve))
      each()
      const next = alarms.reduce<(typeof alarms)[number] | null>(
        (first, one) => (first === null || one.at < first.at ? one : first),
        null,
      )
      if (next === null || next.at > end) break
      alarms.splice(alarms.indexOf(next), 1)
      elapsed = Math.max(elapsed, next.at)
      next.run()
    }
    elapsed = end
  }

  return {
    books,
    context,
    purchases,
    client,
    behaviour,
    sent,
    spends,
    codes,
    now,
    run,
    requestCount: () => requestCount,
    skew: (ms) => void (skewed += ms),
    buy(options = {}) {
      const id = books.store({ createdAt: now(), profileId: SIM_PROFILE, ...options })
      if (started) purchases.poll(id)
      return id
    },
    view: (id) => purchases.get(id),
    async close() {
      await purchases.stop()
      books.dispose()
    },
  }
}

function openSimChain(behaviour: Behaviour, time: () => number): Chain {
  const blockAt = (at: number): bigint => BigInt(Math.floor((at - SIM_START) / BLOCK_MS))
  const head = (): bigint => blockAt(time())
  const hashOf = (block: bigint): Hash => keccak256(toHex(block))
  const finalized = (): bigint => (head() > 4n && behaviour.isFinal() ? head() - 4n : 0n)
  const ask = async <T>(answer: () => T): Promise<T> => {
    if (!behaviour.isNetworkUp()) throw new AppError('network-unreachable', 'Silent')
    return answer()
  }
  const receipt = (hash: Hash): Receipt | null => {
    const at = behaviour.minedAt(hash)
    if (at === null || at > time()) return null
    const blockNumber = blockAt(at)
    const succeeded = !behaviour.isReverted(hash)
    return { hash, succeeded, blockNumber, blockHash: hashOf(blockNumber), fee: 21n, l1Fee: 0n, isBacked: true }
  }
  const heldUse = (own: readonly Hash[]): NonceUse | null => {
    const [hash] = own
    if (hash === undefined || !behaviour.isHeld()) return null
    return { hash, block: { number: 1n, hash: hashOf(1n) }, emitted: false, call: null, isBacked: true }
  }
  const known = {
    chainId: 7,
    instance: () => ask(() => '7:0x0'),
    isUnchanged: () => ask(() => true),
    head: () => ask(head),
    finalized: () => ask(finalized),
    receipt: (hash: Hash) => ask(() => receipt(hash)),
    tick: () => ask(() => ({ head: head(), isLate: false })),
    untilTick: async (blocks: number) => blocks * 1_000,
    trouble: () => (behaviour.isNetworkUp() ? null : { what: 'silent' as const, since: time() }),
    // Any signed transaction may be mined; only its receipt tells.
    nonces: () =>
      ask(() => ({
        mined: behaviour.isHeld() ? Infinity : 0,
        minedSomewhere: Infinity,
        isContested: false,
        pending: 0,
      })),
    pendingNonce: () => ask(() => 0),
    highestNonce: () => ask(() => 0),
    minedNonce: () => ask(() => ({ nonce: 0, at: { number: head(), hash: hashOf(head()) } })),
    blockStatus: (block: { number: bigint }) =>
      ask(() => ({ state: block.number <= finalized() ? 'final' : 'open', isBacked: true })),
    nonceUse: (_: string, __: number, own: readonly Hash[]) => ask(() => heldUse(own)),
    send: () => ask(() => null),
    blockTime: (block: bigint) => ask(() => SIM_START + Number(block) * BLOCK_MS),
    transfersTo: (_tokens: readonly string[], _to: string, first: bigint, last: bigint) =>
      ask(() => behaviour.refunds().filter(({ blockNumber }) => blockNumber >= first && blockNumber <= last)),
  }
  return known as unknown as Chain
}

interface SimClientOptions {
  readonly now: () => number
  readonly sent: Sending[]
  readonly spends: SimSpend[]
  readonly onRequest: () => void
}

function openSimClient(behaviour: Behaviour, { now, sent, spends, onRequest }: SimClientOptions): ServiceClient {
  const unused = (): Promise<never> => Promise.reject(new AppError('internal', 'Not part of a simulation'))
  const view = (spend: SimSpend): SpendTransaction => ({
    integrator: 'sim',
    transactionId: spend.id,
    status: behaviour.status(spend),
    countryIsoAlpha2: 'US',
    productType: 'topup',
    productSubType: '',
    sku: terms.product.sku,
    fiatUnitPrice: '5',
    fiatCurrency: 'USD',
    quantity: 1,
    givenReference: '',
    tokenUsed: 'USDC',
    tokenAmountPaid: '5.1',
    userWalletAddress: from,
    chainId: 7,
    created: '',
    updated: '',
    recordId: null,
    isDeleted: false,
    product: { name: 'Oak', logoUrl: '' },
    codes: behaviour.codes(spend),
  })

  async function page(number: number): Promise<TransactionPage> {
    onRequest()
    const rows = spends.map((spend, index) => ({ ...listed(index + 1, spend.hash), status: behaviour.status(spend) }))
    const newestFirst = rows.toReversed()
    const truth: TransactionPage = {
      transactions: newestFirst.slice((number - 1) * 100, number * 100),
      skipped: 0,
      totalItems: rows.length,
      totalPages: Math.max(1, Math.ceil(rows.length / 100)),
      currentPage: number,
      none: false,
    }
    return behaviour.list(number, truth)
  }

  return {
    downloadProducts: unused,
    listNetworks: unused,
    listTokens: unused,
    listCountries: unused,
    createQuote: unused,
    getWallet: () => Promise.resolve({ known: true, hasAcceptedTerms: true } as never),
    async registerSpend({ idempotencyKey, body }) {
      onRequest()
      const { transactionReceipt } = JSON.parse(body) as { transactionReceipt: { hash: Hash } }
      const sending = { key: idempotencyKey, body, hash: transactionReceipt.hash, at: now() }
      sent.push(sending)
      const answer = behaviour.register(sending)
      if (answer !== 'accepted') return answer
      const known = spends.find(({ hash }) => hash === sending.hash)
      const spend = known ?? { id: `spend-${spends.length + 1}`, hash: sending.hash, body, at: now() }
      if (!known) spends.push(spend)
      return { outcome: 'registered', transaction: view(spend) }
    },
    listTransactions: ({ page: number }) => page(number),
    readAllTransactions: (input) => readAllTransactions(({ page: number }) => page(number), input),
    async getTransaction(_, id) {
      onRequest()
      const spend = spends.find((one) => one.id === id)
      return spend ? view(spend) : null
    },
    connection: () => ({ service: 'online', since: null, lastError: null }) as never,
  }
}
