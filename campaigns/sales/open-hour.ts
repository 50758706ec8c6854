import { createClock } from '../../src/sandbox/clock.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { createSimClock, type SimClock } from '../world/clock.ts'
import { createRandom, type Random } from '../world/random.ts'
import { createBusy, type Busy } from './busy.ts'
import { openLongRoad } from './long-road.ts'
import { mineByClock } from './mine.ts'
import { openShop, type Shop } from './shop.ts'

const LOOK_MS = 1_000

/** One request as the service saw it. */
export interface SeenRequest {
  /** Epoch milliseconds. */
  readonly at: number
  readonly operation: string
  readonly status: number | null
}

/** A counter, its service and its chains, all by one clock that is turned. */
export interface SalesHour {
  readonly clock: SimClock
  readonly busy: Busy
  readonly random: Random
  readonly shop: Shop
  /** All that the service was asked since it opened. */
  requests(): Promise<SeenRequest[]>
  close(): Promise<void>
}

/** Starts a whole sandbox with its real limit, and a counter whose wallet is filled, on the morning before it opens. */
export async function openSalesHour(seed: number, onChanged: (id: string) => void): Promise<SalesHour> {
  const random = createRandom(seed)
  const busy = createBusy()
  const clock = createSimClock(busy.settled)
  // What the sandbox does by itself is counted but for its waits.
  const life = Promise.withResolvers<undefined>()
  void busy.while(() => life.promise)
  const sandbox = await startSandbox({
    clock: createClock(clock.now),
    sleep: () => busy.except(() => clock.sleep(LOOK_MS)),
  })
  const road = await openLongRoad(sandbox.service.baseUrl, clock, busy, random)
  const shop = openShop({ profile: sandbox.profile, baseUrl: road.baseUrl, clock, busy, onChanged })
  await fill(sandbox.service.baseUrl, shop.address)
  for (const chain of sandbox.service.chains) await chain.pauseMining(true)
  const stopMining = mineByClock(sandbox.service.chains, clock, busy)
  return {
    ...{ clock, busy, random, shop },
    async requests() {
      const answer = await fetch(`${sandbox.controlUrl}/requests`)
      const all = (await answer.json()) as { at: string; operation: string | null; status: number | null }[]
      return all.flatMap(({ at, operation, status }) =>
        operation === null || operation === 'faucet' ? [] : [{ at: Date.parse(at), operation, status }],
      )
    },
    async close() {
      stopMining()
      await shop.close()
      await road.close()
      await sandbox.stop()
    },
  }
}

async function fill(baseUrl: string, address: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/faucet`, { method: 'POST', body: JSON.stringify({ address }) })
  if (!answer.ok) throw new Error(`The faucet gave nothing: ${await answer.text()}`)
}
