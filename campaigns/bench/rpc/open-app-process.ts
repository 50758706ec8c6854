import { openChain } from '../../../src/main/chain/open-chain.ts'
import { ledgerMigrations } from '../../../src/main/db/migrations/ledger.ts'
import { openDatabase } from '../../../src/main/db/open-database.ts'
import { createSealer } from '../../../src/main/db/seal.ts'
import { readOutflow, readUnshown } from '../../../src/main/engine/steps/step-repository.ts'
import { readRequests } from '../../../src/main/service/budget/request-budget-repository.ts'
import { createRequestBudget } from '../../../src/main/service/budget/request-budget.ts'
import type { ProfileService } from '../../../src/main/service/service-client.ts'
import { createBalances } from '../../../src/main/chain/balances/balances.ts'
import type { Spending } from '../../../src/main/wiring/spending.ts'
import type { NetworkView } from '../../../src/shared/networks/views.ts'
import { PROFILE, openClient, profile } from '../../crash/app-process.ts'
import { createPoints } from '../../crash/points.ts'
import { openTill } from '../../crash/till.ts'
import { createTimers } from '../../world/timers.ts'
import type { RpcMarket } from './open-market.ts'

/** One process of the app, with every part that asks nodes. */
export interface RpcAppProcess extends Spending {
  readonly service: ProfileService
  readonly unforeseen: unknown[]
  /** Returns how many requests went to the service. */
  requests(): number
  /** Ends the process: nothing in it happens any more. */
  end(): void
}

/** A service lists few coins per network. Till reads their balances whenever coins move. */
const LISTED_TOKENS = 2

/** Starts the app over a ledger file. */
export function startRpcAppProcess(
  market: RpcMarket,
  file: string,
  requestsPerHour = profile.requestsPerHour,
  isWatched = false,
): RpcAppProcess {
  const { clock, chain, random, account, network, counter } = market
  const ledger = openDatabase(file, ledgerMigrations, 'normal')
  const { timer, endTimers } = createTimers(clock)
  const { now } = clock
  const points = createPoints(null, () => undefined)
  const unforeseen: unknown[] = []
  const budget = createRequestBudget({
    db: ledger,
    scope: profile.baseUrl,
    requestsPerHour,
    now,
    onChange: () => undefined,
  })
  const client = openClient({ ...market, trouble: false }, budget, () => 1 + random.below(40))
  const service: ProfileService = { profileId: PROFILE, profile: { ...profile, requestsPerHour }, client, budget }
  const view = openChain({
    chainId: chain.chainId,
    rpcUrls: network.urls,
    finalityDepth: undefined,
    fetch: counter.fetch,
    timer,
    monotonic: now,
  })
  const balances = createBalances({
    address: () => account.address,
    networks: () => [networkView(market)],
    chain: () => view,
    now,
    monotonic: now,
    unshown: (_, instance, address, reading) => readUnshown(ledger, instance ?? '', address, reading),
    outflow: (instance, address, token) => readOutflow(ledger, instance, address, token),
    lastKnown: () => null,
    remember: () => undefined,
    onChange: () => undefined,
  })
  const till = openTill({
    ledger,
    sealer: createSealer(new Uint8Array(32)),
    account,
    isWatched: () => isWatched,
    service,
    points,
    where: () => '',
    timer,
    now,
    monotonic: now,
    onUnforeseen: (error) => void unforeseen.push(error),
    chain: () => view,
    coinsMoved: () => balances.refresh(),
    networks: () => {
      const { network: frozen, token } = market.choice(0)
      return [{ key: 'sim', network: frozen, chain: view, tokens: [token], payableNative: null, routers: [] }]
    },
  })
  return {
    ...till,
    service,
    unforeseen,
    requests: () => readRequests(ledger, profile.baseUrl, 0).length,
    end() {
      points.end()
      endTimers()
      ledger.close()
    },
  }
}

function networkView({ chain }: RpcMarket): NetworkView {
  const { chainId, contracts } = chain
  const usual = { friendlyDecimals: 2, isActive: true, image: null, minAllowance: null, maxAllowance: null }
  return {
    key: 'sim',
    name: 'Simulated',
    chainId,
    isTestnet: false,
    logo: null,
    unpayable: null,
    native: { name: 'Coin', symbol: 'COIN', decimals: 18, logo: null },
    tokens: contracts.tokens.slice(0, LISTED_TOKENS).map(({ address, symbol, decimals }) => {
      return { ...usual, key: symbol.toLowerCase(), symbol, name: symbol, address, decimals }
    }),
  }
}
