import { confirmationOf } from '../../../src/testing/purchases/consent.ts'
import type { RpcAppProcess } from './open-app-process.ts'
import type { RpcMarket } from './open-market.ts'
import type { NodeCount } from './count-calls.ts'

/** The calls of the busiest node for several purchases at once. */
export interface BoughtAtOnce {
  readonly toDelivered: NodeCount
  readonly toFinal: NodeCount
  /** From the first press on Pay until the last purchase shows as delivered. */
  readonly secondsToDelivered: number
  /** The calls of all nodes up to delivery, by method. */
  readonly methods: Readonly<Record<string, number>>
}

/** Everything has happened after it. */
export const PATIENCE_MS = 3 * 3_600_000
/** The time for which a person reads an offer. */
const LOOK_MS = 8_000

/** Buys `count` products at the same moment and follows them to their end. */
export async function buyAtOnce(market: RpcMarket, appProcess: RpcAppProcess, count: number): Promise<BoughtAtOnce> {
  const { clock, counter } = market
  const { purchases } = appProcess
  const turnUntil = async (condition: () => boolean, what: string): Promise<void> => {
    if (!(await clock.until(condition, PATIENCE_MS))) throw new Error(`${what} did not happen in time`)
  }
  const confirms = await wait(
    market,
    Promise.all(Array.from({ length: count }, (_, one) => offer(market, appProcess, one))),
  )
  await clock.until(() => false, LOOK_MS)
  counter.reset()
  const began = clock.now()
  const bought = Promise.all(confirms.map((confirm) => confirm()))
  const ids = await wait(market, bought)
  await turnUntil(() => ids.every((id) => purchases.get(id).status === 'delivered'), 'The delivery')
  const toDelivered = counter.most()
  const secondsToDelivered = (clock.now() - began) / 1000
  const methods = counter.methods()
  await turnUntil(() => ids.every((id) => purchases.get(id).ended), 'Finality')
  return { toDelivered, toFinal: counter.most(), secondsToDelivered, methods }
}

/** Asks for an offer. Returns the confirmation of a person who accepts the terms, and a coin that only the service knows. */
export async function offer(
  market: RpcMarket,
  { purchases, service }: RpcAppProcess,
  number: number,
): Promise<() => Promise<string>> {
  const quoted = await purchases.quote(service, market.choice(number), null)
  return async () => {
    await purchases.confirm({ ...confirmationOf(quoted), acceptCoin: true })
    return quoted.purchaseId
  }
}

/** Turns the clock until `work` is done. */
export async function wait<T>({ clock }: RpcMarket, work: Promise<T>): Promise<T> {
  let isOver = false
  const over = (): void => void (isOver = true)
  work.then(over, over)
  await clock.until(() => isOver, PATIENCE_MS)
  return work
}
