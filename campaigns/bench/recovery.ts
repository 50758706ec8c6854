import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readPurchase } from '../../src/main/purchases/purchase-repository.ts'
import { openKinds } from '../recovery/fill-ledger.ts'
import { openRecovery, type Recovery } from '../recovery/recover.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAYS_AT_MOST = 14

/** The cost of recovering many open purchases on this machine, and the time it takes at 100 requests an hour to each service. */
export interface RecoveryFigures {
  readonly purchases: number
  /** The peer: CPU milliseconds to read and parse every record once. */
  readonly readOnceMs: number
  /** CPU milliseconds until each purchase had changed once, all commits and the simulated world included. */
  readonly pollMs: number
  readonly timesReadOnce: number
  /** The longest time that blocked the event loop, in milliseconds. `startMs` is the synchronous start. */
  readonly longestBlockMs: number
  readonly startMs: number
  readonly chainQuestions: number
  readonly requestsInFirstHour: number
  readonly changesEmitted: number
  readonly endedInFirstHour: number
  readonly hoursToTheLast: number | null
  readonly ok: boolean
}

/** Recovers `count` purchases in every open state from a real ledger file that syncs each commit. Services and chains are in memory. */
export async function benchRecovery(count: number): Promise<RecoveryFigures> {
  const each = Math.ceil(count / openKinds.length)
  const one = openRecovery(Object.fromEntries(openKinds.map((kind) => [kind, each])), 'full')
  const { clock, chains } = one.simulation
  const { changes } = one.appProcess
  const ids = one.ledger.prepare('SELECT id FROM purchases').pluck().all() as string[]
  const readOnceMs = cpuOf(() => void ids.map((id) => readPurchase(one.ledger, id)))
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const began = clock.now()
  const from = process.cpuUsage()
  const startedAt = performance.now()
  one.appProcess.purchases.start()
  const startMs = performance.now() - startedAt
  const haveAllMoved = await clock.until(() => changes.size === one.count, HOUR_MS)
  const pollMs = msOf(process.cpuUsage(from))
  const chainQuestions = chains[0].questions() + chains[1].questions()
  loop.disable()
  await clock.until(() => false, began + HOUR_MS - clock.now())
  const requestsInFirstHour = mostRequests(one)
  const endedInFirstHour = one.count - one.open()
  const changesEmitted = [...changes.values()].reduce((sum, times) => sum + times, 0)
  let isOver = false
  for (let hour = 1; !isOver && hour < DAYS_AT_MOST * 24; hour++)
    isOver = await clock.until(() => one.open() === 0, HOUR_MS)
  const figures = {
    purchases: one.count,
    readOnceMs,
    pollMs,
    timesReadOnce: pollMs / readOnceMs,
    longestBlockMs: loop.max / 1e6,
    startMs,
    chainQuestions,
    requestsInFirstHour,
    changesEmitted,
    endedInFirstHour,
    hoursToTheLast: isOver ? (clock.now() - began) / HOUR_MS : null,
    ok: haveAllMoved && isOver && one.appProcess.unforeseen.length === 0 && requestsInFirstHour <= 100,
  }
  await one.close()
  return figures
}

function mostRequests({ simulation: { services } }: Recovery): number {
  return Math.max(services.north.requests.length, services.south.requests.length)
}

function cpuOf(work: () => void): number {
  const from = process.cpuUsage()
  work()
  return msOf(process.cpuUsage(from))
}

function msOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}
