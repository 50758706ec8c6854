import { AppError, toAppError } from '../../src/shared/errors.ts'
import { noLimits } from '../../src/shared/limits/views.ts'
import { profileSchema } from '../../src/shared/services/profile.ts'
import type { WritableDb } from '../../src/main/db/connections.ts'
import { createAccountLocks } from '../../src/main/engine/account-locks.ts'
import type { Sealer } from '../../src/main/db/seal.ts'
import { createPurchases, type Purchases } from '../../src/main/purchases/create-purchases.ts'
import type { ProfileService, ServiceClient } from '../../src/main/service/service-client.ts'
import { readAllTransactions } from '../../src/main/service/operations/read-all-transactions.ts'
import type { RegistrationOutcome } from '../../src/main/service/operations/register-spend.ts'
import { createRequestBudget, type RequestBudget } from '../../src/main/service/budget/request-budget.ts'
import type { ManyService } from './many-service.ts'
import type { SimClock } from '../world/clock.ts'
import { SKU } from './fill-ledger.ts'
import { CHAIN_IDS, serviceNames, type ServiceName, type Simulation } from './simulation.ts'

/** One process of the app over a ledger with many open purchases. */
export interface AppProcess {
  readonly purchases: Purchases
  readonly services: Readonly<Record<ServiceName, ProfileService>>
  /** The number of change notifications for each purchase. */
  readonly changes: ReadonlyMap<string, number>
  readonly unforeseen: unknown[]
}

/** Builds the app's purchases over `ledger` in `simulation`, without starting them. */
export function createAppProcess(
  simulation: Simulation,
  ledger: WritableDb,
  sealer: Sealer,
  requestsPerHour: number,
): AppProcess {
  const { clock, chains } = simulation
  const changes = new Map<string, number>()
  const unforeseen: unknown[] = []
  const open = (name: ServiceName): ProfileService => {
    const profile = profileSchema.parse({
      name,
      baseUrl: `https://${name}.example`,
      integrator: 'recovery',
      deliverySeconds: 60,
      requestsPerHour,
    })
    const budget = createRequestBudget({
      db: ledger,
      scope: profile.baseUrl,
      requestsPerHour,
      now: clock.now,
      onChange: () => undefined,
    })
    return { profileId: name, profile, budget, client: openClient(clock, simulation.services[name], budget) }
  }
  const services = { north: open('north'), south: open('south') }
  const purchases = createPurchases(
    {
      ledger,
      sealer,
      now: clock.now,
      monotonic: clock.now,
      timer: clock.timer,
      limits: () => noLimits,
      locks: createAccountLocks(),
      // The wallet is locked, as after every start.
      wallet: {
        address: () => null,
        isWatched: () => false,
        isLocked: () => true,
        sign: () => Promise.reject(new AppError('locked', 'Till is locked')),
      },
      recipients: { list: () => [], remember: () => undefined },
      termsAnswers: new Map(),
      keepCodes: () => undefined,
      service: (id) => services[serviceNames.find((name) => name === id) ?? 'north'],
      current: () => null,
      chain: ({ chainId }) => chains[chainId === CHAIN_IDS[0] ? 0 : 1].view,
      isReconciled: () => Promise.resolve(true),
      hasUnacknowledged: () => false,
      payingStopped: () => null,
      onDiskError: (error) => unforeseen.push(error),
      onUnforeseen: (error) => unforeseen.push(error),
      onUnreadable: (id) => unforeseen.push(id),
      onExternal: () => undefined,
      onChanged: (id) => void changes.set(id, (changes.get(id) ?? 0) + 1),
    },
    () => null,
  )
  return { purchases, services, changes, unforeseen }
}

/** Creates a service's client as the app sees it. It asks the budget first, and each answer comes a little later. */
function openClient(clock: SimClock, service: ManyService, budget: RequestBudget): ServiceClient {
  type Class = Parameters<RequestBudget['take']>[0]
  async function ask<T>(requestClass: Class, owner: string | undefined, answer: () => T): Promise<T> {
    budget.take(requestClass, owner)
    await clock.sleep(2)
    service.count()
    const value = answer()
    budget.answered(null)
    return value
  }
  function register(idempotencyKey: string, wallet: `0x${string}`, body: string): RegistrationOutcome {
    const { hash, transactionReceipt } = JSON.parse(body) as {
      hash?: `0x${string}`
      transactionReceipt?: { hash: `0x${string}` }
    }
    const reported = transactionReceipt?.hash ?? hash ?? '0x'
    const known = service.byKey(idempotencyKey)
    if (known) return { outcome: 'registered', transaction: service.view(known) }
    if (service.byHash(reported)) {
      return { outcome: 'duplicate', error: new AppError('service-rejected', 'Already registered') }
    }
    const spend = {
      id: `spend-${reported}`,
      hash: reported,
      idempotencyKey,
      wallet,
      sku: SKU,
      reference: '+12015550123',
      settlesAt: clock.now() + 60_000,
      fails: false,
      payBack: null,
    }
    service.add(spend)
    return { outcome: 'registered', transaction: service.view(spend) }
  }
  const unused = (): Promise<never> => Promise.reject(new AppError('internal', 'Not part of a recovery'))
  const listTransactions: ServiceClient['listTransactions'] = ({ address, page, pageSize, owner }) =>
    ask('tracking', owner, () => {
      const { rows, total } = service.list(address as `0x${string}`, page, pageSize)
      const totalPages = Math.max(1, Math.ceil(total / pageSize))
      return { transactions: rows, skipped: 0, totalItems: total, totalPages, currentPage: page, none: false }
    })
  return {
    downloadProducts: unused,
    listNetworks: unused,
    listTokens: unused,
    listCountries: unused,
    createQuote: unused,
    getWallet: unused,
    async registerSpend({ idempotencyKey, body, owner, address }) {
      try {
        const wallet = address as `0x${string}`
        return await ask('registration', owner, () => register(idempotencyKey, wallet, body))
      } catch (error) {
        return { outcome: 'not-sent', error: toAppError(error) }
      }
    },
    listTransactions,
    readAllTransactions: (input) => readAllTransactions(listTransactions, input),
    getTransaction: (_, id, more) => ask('tracking', more?.owner, () => service.read(id)),
    connection: () => ({ service: 'online', since: null, error: null }),
  }
}
