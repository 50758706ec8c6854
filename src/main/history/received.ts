import type { Address } from 'viem'
import { toAppError } from '../../shared/errors.ts'
import type { Timer } from '../../shared/timer.ts'
import type { WritableDb } from '../db/connections.ts'
import type { CurrentService } from '../engine/current-service.ts'
import { createSchedule, IDLE_MS } from '../engine/schedule/schedule.ts'
import { recordReceived } from './record-received.ts'
import { createBlockSearch, type BlockSearch } from './search-blocks.ts'

export interface ReceivedOptions {
  readonly ledger: WritableDb
  readonly now: () => number
  readonly monotonic: () => number
  readonly timer: Timer
  readonly address: () => Address | null
  /** Returns the current service and its payable networks; null before there is one. */
  readonly current: () => Pick<CurrentService, 'networks'> | null
  /** Called when the recorded transfers changed. */
  readonly onChanged: () => void
  readonly onUnforeseen: (error: unknown, what: string) => void
}

/** Records the coins that come from elsewhere. */
export interface Received {
  /** Searches every network as soon as possible, until what is there now is final. */
  search(): void
  stop(): Promise<void>
}

/** As many as the reconciler's. */
const NETWORKS_AT_ONCE = 4

/** Creates the recorder; it sends nothing before the first search. */
export function createReceived(options: ReceivedOptions): Received {
  const { ledger, now, address, current } = options
  const searches = new Map<string, BlockSearch<never>>()
  /** The newest block at the request, by network; null until it is read. */
  const wanted = new Map<string, bigint | null>()
  const schedule = createSchedule({
    run: searchNetwork,
    atOnce: NETWORKS_AT_ONCE,
    timer: options.timer,
    monotonic: options.monotonic,
  })

  async function searchNetwork(key: string): Promise<number | null> {
    const [network, account] = [current()?.networks.find((one) => one.key === key), address()]
    if (!network || account === null) return null
    const { chain, tokens } = network
    const search = searches.get(key) ?? createBlockSearch<never>()
    searches.set(key, search)
    try {
      const place = { chainInstance: await chain.instance(), address: account }
      const found = await recordReceived({
        ledger,
        chain,
        place,
        networkName: network.network.name,
        tokens,
        search,
        now,
      })
      if (found.changed) options.onChanged()
      const last = wanted.get(key) ?? found.head
      wanted.set(key, last)
      return found.finalized < last ? IDLE_MS : null
    } catch (error) {
      // A missing connection is not worth reporting.
      if (toAppError(error).code === 'internal') options.onUnforeseen(error, `what came on ${key}`)
      return IDLE_MS
    }
  }

  return {
    search() {
      for (const { key } of current()?.networks ?? []) {
        wanted.set(key, null)
        schedule.now(key)
      }
    },
    stop: schedule.stop,
  }
}
