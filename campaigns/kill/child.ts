import { readSync, writeSync } from 'node:fs'
import { privateKeyToAccount } from 'viem/accounts'
import { profileSchema } from '../../src/shared/profile.ts'
import type { Chain } from '../../src/main/chain/chain.ts'
import { openChain } from '../../src/main/chain/open-chain.ts'
import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import { openDatabase } from '../../src/main/db/open-database.ts'
import { createSealer } from '../../src/main/db/seal.ts'
import type { PurchaseContext, PurchaseService } from '../../src/main/purchases/purchase-context.ts'
import { systemTimer } from '../../src/shared/timer.ts'
import { createAccessBreaker } from '../../src/main/service/access-breaker.ts'
import { createRequestBudget } from '../../src/main/service/request-budget.ts'
import { createServiceClient } from '../../src/main/service/service-client.ts'
import { insertProfile, readProfile } from '../../src/main/settings/profiles-repository.ts'
import { buy } from '../crash/buy.ts'
import type { Points } from '../crash/points.ts'
import { stateOf } from '../crash/state-of.ts'
import { openTill } from '../crash/till.ts'
import { watchCalls } from '../crash/watch-calls.ts'
import { watchLedger } from '../crash/watch-ledger.ts'
import { COMMITTED, FROM_PARENT, RESTED, TO_PARENT, type Job } from './job.ts'

// A Till without a window, in a process of its own, that is killed from outside: as the crash campaign's.

const job = JSON.parse(process.argv[2] ?? '') as Job

/** Tells the parent, and waits for its word; whoever is killed here never hears it. */
function announce(name: string): void {
  writeSync(TO_PARENT, `${name}\n`)
  if (readSync(FROM_PARENT, Buffer.alloc(1)) === 0) process.exit(0)
}

const points: Points = {
  pass: announce,
  alive: () => undefined,
  ended: false,
  end: () => undefined,
  passed: new Set(),
}

const real = openDatabase(job.ledger, ledgerMigrations, 'full')
const ledger = watchLedger(real, points)
const profile = profileSchema.parse(job.profile)
if (readProfile(real, job.profileId) === null) insertProfile(real, job.profileId, Date.now(), profile)
const account = privateKeyToAccount(job.key)

/** With several purchases at once a state would not tell whose it is. */
const where = (): string => (job.choices.length === 1 ? stateOf(real) : '')

const budget = createRequestBudget({
  db: ledger,
  scope: profile.baseUrl,
  requestsPerHour: profile.requestsPerHour,
  now: Date.now,
  onChange: () => undefined,
})
const client = createServiceClient({
  profile,
  budget,
  breaker: createAccessBreaker({ now: Date.now, token: () => profile.token ?? null, onTokenRefused: () => undefined }),
  now: Date.now,
  onConnectionChange: ({ service: state }) => state === 'online' && purchases.nudge(),
})
const service: PurchaseService = {
  ...{ profileId: job.profileId, profile, budget },
  client: watchCalls('service', { ...client, connection: undefined }, points, where) as unknown as typeof client,
}
const chains = new Map<number, Chain>()
const chainOf: PurchaseContext['chain'] = ({ chainId, rpcUrls }) => {
  const finalityDepth = profile.finalityDepth[String(chainId)]
  const chain =
    chains.get(chainId) ?? watchCalls('chain', openChain({ chainId, rpcUrls, finalityDepth }), points, where)
  chains.set(chainId, chain)
  return chain
}
const { purchases, start } = openTill({
  ...{ ledger, account, service, points, where, chain: chainOf },
  ...{ now: Date.now, monotonic: () => performance.now(), timer: systemTimer, onUnforeseen: fail },
  sealer: createSealer(Buffer.from(job.recordsKey, 'hex')),
  networks: () =>
    job.choices.map(({ network, token }) => ({
      key: network.key,
      network,
      chain: chainOf(network, profile),
      ...{ tokens: [token], payableNative: null, routers: [] },
    })),
})

function fail(error: unknown): void {
  console.error(error)
}

interface Row {
  readonly reference: string | null
  readonly ended: boolean
}

function rows(): Row[] {
  const { purchases: list } = purchases.list({ text: '', status: null, offset: 0, limit: 50 })
  return list.map(({ id }) => purchases.get(id))
}

/** Consent dies with the process: what was not signed is bought again, until each is stored. */
async function buyMissing(): Promise<void> {
  for (const choice of job.choices) {
    while (!rows().some(({ reference }) => reference === choice.delivery.reference)) {
      await buy(purchases, service, choice).catch((error: unknown) => {
        fail(error)
        return new Promise((resolve) => setTimeout(resolve, 300))
      })
    }
  }
}

if (rows().length > 0) announce(COMMITTED)
start()
await buyMissing()
announce(COMMITTED)
const watch = setInterval(() => {
  if (!rows().every(({ ended }) => ended)) return
  clearInterval(watch)
  announce(RESTED)
  process.exit(0)
}, 100)
