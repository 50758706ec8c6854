import type { ExternalPaymentView } from '../../../src/shared/external/views.ts'
import { askingOf } from '../../../src/testing/purchases/consent.ts'
import { payElsewhere } from '../../crash/external/pay-elsewhere.ts'
import { PATIENCE_MS, wait, type BoughtAtOnce } from './buy-at-once.ts'
import type { NodeCount } from './count-calls.ts'
import type { RpcAppProcess } from './open-app-process.ts'
import type { RpcMarket } from './open-market.ts'

/** The load of purchases that another wallet pays. */
export interface BoughtElsewhere extends BoughtAtOnce {
  /** The busiest node's load from the press on Pay until the wallet paid. */
  readonly waiting: NodeCount
  /** The calls of all nodes in that time, by method. */
  readonly waitingMethods: Readonly<Record<string, number>>
  /** The requests to the service in that time, and from then on until delivery. */
  readonly requestsWaiting: number
  readonly requestsAfter: number
}

/** How many payments another wallet is asked to make, how many it never makes, and the time before it makes the others. */
export interface Elsewhere {
  readonly purchases: number
  readonly unpaid: number
  readonly waitMs: number
}

/** Has payments asked for, and another wallet make them after a while. Till follows those to their end. */
export async function buyElsewhere(
  market: RpcMarket,
  appProcess: RpcAppProcess,
  { purchases: count, unpaid, waitMs }: Elsewhere,
): Promise<BoughtElsewhere> {
  const { clock, counter } = market
  const { external } = appProcess.purchases
  const ids: string[] = []
  for (let number = 0; number < count + unpaid; number++) ids.push(await wait(market, ask(market, appProcess, number)))
  ids.length = count
  counter.reset()
  const asked = appProcess.requests()
  await clock.until(() => false, waitMs)
  const waiting = counter.most()
  const waitingMethods = counter.methods()
  const paid = appProcess.requests()
  counter.reset()
  const began = clock.now()
  for (const id of ids) await wait(market, payElsewhere(market, external.get(id)))
  const until = async (condition: () => boolean, what: string): Promise<void> => {
    if (!(await clock.until(condition, PATIENCE_MS))) throw new Error(`${what} did not happen in time`)
  }
  // Coins that arrive after the price expired are a question: the person says that they are the payment.
  for (const id of ids) {
    const isSeen = ({ state, arrivals }: ExternalPaymentView): boolean => state === 'paid' || arrivals.length > 0
    await until(() => isSeen(external.get(id)), 'The payment')
    const [arrival] = external.get(id).arrivals
    if (arrival !== undefined) await wait(market, external.register(id, arrival))
  }
  const { purchases } = appProcess
  await until(() => ids.every((id) => purchases.get(id).status === 'delivered'), 'The delivery')
  const toDelivered = counter.most()
  const methods = counter.methods()
  const secondsToDelivered = (clock.now() - began) / 1000
  const requestsAfter = appProcess.requests() - paid
  await until(() => ids.every((id) => purchases.get(id).ended), 'Finality')
  return {
    waiting,
    waitingMethods,
    requestsWaiting: paid - asked,
    toDelivered,
    toFinal: counter.most(),
    secondsToDelivered,
    methods,
    requestsAfter,
  }
}

/** Has another wallet asked to pay for the numbered product. */
async function ask(market: RpcMarket, { purchases, service }: RpcAppProcess, number: number): Promise<string> {
  const offer = await purchases.quote(service, market.choice(number), null)
  await purchases.ask({ ...askingOf(offer), acceptCoin: true })
  purchases.external.asked(offer.purchaseId)
  return offer.purchaseId
}
