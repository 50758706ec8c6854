import { AppError, toAppError } from '../../src/shared/errors.ts'
import { profileSchema } from '../../src/shared/services/profile.ts'
import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import type { WritableDb } from '../../src/main/db/connections.ts'
import { openDatabase } from '../../src/main/db/open-database.ts'
import { createSealer } from '../../src/main/db/seal.ts'
import type { ProfileService, ServiceClient } from '../../src/main/service/service-client.ts'
import { createRequestBudget, type RequestBudget } from '../../src/main/service/budget/request-budget.ts'
import type { ListTransactionsInput, TransactionPage } from '../../src/main/service/operations/list-transactions.ts'
import { readAllTransactions } from '../../src/main/service/operations/read-all-transactions.ts'
import type { RegistrationOutcome } from '../../src/main/service/operations/register-spend.ts'
import { readSignedOn } from '../../src/main/engine/steps/step-repository.ts'
import { rpcUrlsToday } from '../../src/main/catalog/metadata/rpc-urls-today.ts'
import { createChains } from '../../src/main/chain/open-chains.ts'
import type { Spending } from '../../src/main/wiring/spending.ts'
import { SIM_START } from '../world/clock.ts'
import { createTimers } from '../world/timers.ts'
import { isLedgerFault, openDisk, type LedgerFault } from './ledger-fault.ts'
import { createPoints, type Points } from './points.ts'
import { stateOf } from './state-of.ts'
import { openTill } from './till.ts'
import { CHAIN_ID, contracts, type World } from './simulation.ts'
import { watchCalls } from './watch-calls.ts'
import { watchFetch } from './watch-fetch.ts'
import { watchLedger } from './watch-ledger.ts'

/** One process of the app over the ledger's file, from its start to its end. */
export interface AppProcess extends Spending {
  readonly points: Points
  readonly service: ProfileService
  /** The ledger without points, for reads from outside. */
  readonly ledger: WritableDb
  /** Errors that nobody foresaw. */
  readonly unforeseen: unknown[]
  /** Ends the process: nothing in it happens any more. */
  end(): Promise<void>
}

export const PROFILE = 'campaign'
export const profile = profileSchema.parse({
  name: 'Campaign',
  baseUrl: 'https://service.example',
  integrator: 'campaign',
  deliverySeconds: 4,
  requestsPerHour: 100_000,
})
const sealer = createSealer(new Uint8Array(32))

/** How the ledger is written. */
export interface DiskOptions {
  /** Default: `normal`. */
  readonly synchronous?: 'full' | 'normal'
  /** Default: no commit fails. */
  readonly ledgerFault?: LedgerFault | null
}

/** Starts the app over `file` in a world. The app is cut off when it first passes `cutAt`. Calls `onPass` at every point. */
export function startAppProcess(
  world: World,
  file: string,
  cutAt: string | null,
  onPass: (name: string) => void = () => undefined,
  { synchronous = 'normal', ledgerFault = null }: DiskOptions = {},
): AppProcess {
  const { clock, random, chain, account, network } = world
  const now = world.now ?? clock.now
  const disk = ledgerFault && openDisk(ledgerFault, (point) => point === ledgerFault.at, clock.now)
  /** Read once after each commit: everything but a commit leaves it as it is. */
  let state: string | null = null
  const points = createPoints(cutAt, (name) => {
    if (name.startsWith('commit')) state = null
    disk?.pass(name)
    onPass(name)
  })
  const real = openDatabase(file, ledgerMigrations, synchronous)
  const ledger = watchLedger(real, points, disk)
  const unforeseen: unknown[] = []
  const delay = (): number => 1 + random.below(40)

  const where = (): string => {
    points.alive()
    return (state ??= stateOf(real))
  }

  const budget = createRequestBudget({
    db: ledger,
    scope: profile.baseUrl,
    requestsPerHour: profile.requestsPerHour,
    now,
    onChange: () => undefined,
  })
  const client = watchCalls('service', openClient(world, budget, delay), points, where)
  const final = { [CHAIN_ID]: chain.finalityDepth }
  const service: ProfileService = { profileId: PROFILE, profile: { ...profile, finalityDepth: final }, client, budget }
  const { timer, endTimers } = createTimers(clock)
  const openNetwork = createChains({
    rpcUrls: ({ chainId }, signedUnder) => rpcUrlsToday(chainId, signedUnder, service.profile, null),
    signedOn: (chainId) => readSignedOn(real, chainId),
    listed: () => null,
    fetch: watchFetch(network.fetch, points, where),
    timer,
    monotonic: clock.now,
    // A process that dies aborts nothing.
    signal: new AbortController().signal,
  })
  const onUnforeseen = (error: unknown): void => void (points.ended || isLedgerFault(error) || unforeseen.push(error))
  const named = { key: 'sim', name: 'Sim', chainId: CHAIN_ID, rpcUrls: [...network.urls], explorerUrl: '' }
  const frozen = { ...named, nativeSymbol: 'ETH' }
  const till = openTill({
    ledger,
    sealer,
    account,
    isWatched: () => world.isWatched === true,
    service,
    points,
    where,
    timer,
    now,
    monotonic: clock.now,
    onUnforeseen,
    chain: openNetwork,
    networks: () => [
      {
        key: 'sim',
        network: frozen,
        chain: openNetwork(frozen, service.profile),
        tokens: contracts.tokens,
        payableNative: null,
        routers: [],
      },
    ],
  })
  return {
    ...till,
    points,
    service,
    ledger: real,
    unforeseen,
    async end() {
      points.end()
      endTimers()
      real.close()
    },
  }
}

/** Creates the service's client as the app sees it. It counts requests in the budget and delays each one both ways. */
export function openClient(
  world: Pick<World, 'clock' | 'random' | 'service' | 'page' | 'account' | 'trouble'>,
  budget: RequestBudget,
  delay: () => number,
): ServiceClient {
  const { clock, service, account } = world
  type Class = Parameters<RequestBudget['take']>[0]
  async function ask<T>(requestClass: Class, owner: string | undefined, answer: () => T | Promise<T>): Promise<T> {
    budget.take(requestClass, owner)
    await clock.sleep(delay())
    if (isTrouble(world)) throw lost()
    const value = await answer()
    await clock.sleep(delay())
    if (isTrouble(world)) throw lost()
    return value
  }
  const register = async (input: Parameters<ServiceClient['registerSpend']>[0]): Promise<RegistrationOutcome> => {
    const { idempotencyKey, body, owner } = input
    try {
      return await ask('registration', owner, () => service.register(account.address, idempotencyKey, body))
    } catch (error) {
      return { outcome: 'unclear', error: toAppError(error) }
    }
  }
  const unused = (): Promise<never> => Promise.reject(new AppError('internal', 'Not part of this campaign'))
  const page = ({ owner, page: currentPage }: ListTransactionsInput): Promise<TransactionPage> =>
    ask('tracking', owner, async () => {
      const transactions = await service.list(account.address)
      const totalItems = transactions.length
      const truth = { transactions, skipped: 0, totalItems, totalPages: 1, currentPage, none: false }
      return world.page?.(truth) ?? truth
    })
  return {
    downloadProducts: unused,
    listNetworks: unused,
    listTokens: unused,
    listCountries: unused,
    createQuote: (input) => ask('quote', undefined, () => service.quote(input)),
    getWallet: () => ask('tracking', undefined, () => ({ known: true, hasAcceptedTerms: true })),
    registerSpend: register,
    listTransactions: page,
    readAllTransactions: (input) => readAllTransactions(page, input),
    getTransaction: (_, id, more) => ask('tracking', more?.owner, () => service.read(account.address, id)),
    connection: () => ({ service: 'online', since: null, lastError: null }) as never,
  }
}

/** Whether this request or answer is lost: one in seven, in the first minutes of a troubled simulation. */
function isTrouble({ trouble, clock, random }: Pick<World, 'trouble' | 'clock' | 'random'>): boolean {
  return trouble && clock.now() < TROUBLE_ENDS && random.below(7) === 0
}

const TROUBLE_ENDS = SIM_START + 180_000

function lost(): AppError {
  return new AppError('service-timeout', 'Lost on the way')
}
