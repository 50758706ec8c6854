import type { Address } from 'viem'
import type { Chain } from '../../src/sandbox/chains/chain.ts'
import { createClock } from '../../src/sandbox/clock.ts'
import type { SandboxDescription } from '../../src/sandbox/profile.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { createSimClock, type SimClock } from '../world/clock.ts'
import { createRandom, type Random } from '../world/random.ts'
import { createBusy, type Busy } from './busy.ts'
import { openLatencyProxy } from './latency-proxy.ts'
import { mineByClock } from './mine.ts'

const LOOK_MS = 1_000

/** One request as the service saw it. */
export interface SeenRequest {
  /** Epoch milliseconds. */
  readonly at: number
  readonly operation: string
  readonly status: number | null
}

/** One registration in the service's records. */
export interface BookedSpend {
  readonly hash: string
  readonly status: string
}

/** A service and its chains, on a simulated clock. */
export interface Market {
  readonly clock: SimClock
  readonly busy: Busy
  readonly random: Random
  readonly profile: SandboxDescription['profile']
  /** The address at which a counter reaches the service, through a proxy with realistic delays. */
  readonly baseUrl: string
  /** Closes the connections of a counter without power: nobody waits for an answer any more. */
  hangUp(): void
  readonly chains: readonly Chain[]
  /** Returns all requests since the service opened. */
  requests(): Promise<SeenRequest[]>
  /** Returns the service's records of a wallet's payments. */
  books(wallet: Address): Promise<BookedSpend[]>
  close(): Promise<void>
}

/** Starts a whole sandbox with its real rate limit, on the morning before counters open, and funds `wallet`. */
export async function openMarket(seed: number, wallet: Address): Promise<Market> {
  const random = createRandom(seed)
  const busy = createBusy()
  const clock = createSimClock(busy.settled)
  // The sandbox's own work counts, without its waits.
  const appProcess = Promise.withResolvers<undefined>()
  void busy.while(() => appProcess.promise)
  const { profile, controlUrl, service, stop } = await startSandbox({
    clock: createClock(clock.now),
    sleep: () => busy.except(() => clock.sleep(LOOK_MS)),
  })
  const { chains } = service
  const proxy = await openLatencyProxy(service.baseUrl, clock, busy, random)
  await fill(service.baseUrl, wallet)
  for (const chain of chains) await chain.pauseMining(true)
  const stopMining = mineByClock(chains, clock, busy)
  const control = async (path: string): Promise<unknown> => (await fetch(`${controlUrl}/${path}`)).json()
  return {
    clock,
    busy,
    random,
    profile,
    chains,
    baseUrl: proxy.baseUrl,
    hangUp: proxy.drop,
    async requests() {
      const all = (await control('requests')) as { at: string; operation: string | null; status: number | null }[]
      return all.flatMap(({ at, operation, status }) =>
        operation === null || operation === 'faucet' ? [] : [{ at: Date.parse(at), operation, status }],
      )
    },
    async books(address) {
      const { registrations } = (await control(`ledger?wallet=${address}`)) as { registrations: BookedSpend[] }
      return registrations
    },
    async close() {
      stopMining()
      await proxy.close()
      await stop()
    },
  }
}

async function fill(baseUrl: string, address: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/faucet`, { method: 'POST', body: JSON.stringify({ address }) })
  if (!answer.ok) throw new Error(`The faucet failed: ${await answer.text()}`)
}

/** Returns the most requests in any one hour. */
export function mostInAnHour(requests: readonly SeenRequest[]): number {
  return Math.max(
    ...requests.map(({ at }) => requests.filter((one) => one.at > at - 60 * 60_000 && one.at <= at).length),
  )
}
