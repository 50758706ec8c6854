import { toAppError } from '../../src/shared/errors.ts'
import { confirmationOf } from '../../src/testing/purchases/consent.ts'
import { openSalesHour, type SalesHour } from '../sales/open-hour.ts'
import { mostInAnHour, type SeenRequest } from '../sales/open-market.ts'
import type { ShopNetwork } from '../sales/shop.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The time until the catalog has arrived. Customers start to come at once. */
const OPENS_WITHIN_MS = MINUTE_MS
/** One sale in this many fails and is refunded. */
const FAILS_EVERY = 8
const PATIENCE_MS = HOUR_MS

/** Figures of an hour at a busy counter, on a simulated clock. */
export interface SalesFigures {
  readonly customers: number
  /** Paid and registered, each as the customer wished. */
  readonly sales: number
  /** Settled sales. The last one settled `lastTrackedMinutesAfter` the hour, 0 if within it. */
  readonly tracked: number
  readonly refunded: number
  readonly lastTrackedMinutesAfter: number
  /** Customers who could not be served; `notifiedUntil` of them were told when selling goes on. */
  readonly turnedAway: number
  readonly notifiedUntil: number
  readonly answered429: number
  /** All requests to the service, and the most of them in any one hour. */
  readonly requests: number
  readonly mostInAnHour: number
  readonly byClass: Readonly<Record<'registration' | 'quote' | 'tracking' | 'browsing', number>>
  /** From the press on Pay until Till knows the outcome. */
  readonly secondsToDelivered: { readonly median: number; readonly p95: number }
  readonly ok: boolean
}

interface Sale {
  readonly paidAt: number
  readonly fails: boolean
  knownAt: number | null
}

const classes: Readonly<Record<string, keyof SalesFigures['byClass']>> = {
  registerTransaction: 'registration',
  createQuote: 'quote',
  listTransactions: 'tracking',
  getTransaction: 'tracking',
  getWallet: 'tracking',
}

/** Serves `customers` spread over one hour and follows their purchases to the end. At least `wanted` must be served. */
export async function benchSales(customers: number, wanted: number, seed = 7): Promise<SalesFigures> {
  const sales = new Map<string, Sale>()
  const hour = await openSalesHour(seed, (id) => note(hour, sales, id))
  try {
    let isOpen = false
    void hour.shop.open().then(() => (isOpen = true))
    if (!(await hour.clock.until(() => isOpen, OPENS_WITHIN_MS))) throw new Error('The shop did not open')
    return await serve(hour, sales, customers, wanted)
  } finally {
    await hour.close()
  }
}

function note({ clock, shop }: SalesHour, sales: ReadonlyMap<string, Sale>, id: string): void {
  const sale = sales.get(id)
  if (!sale || sale.knownAt !== null) return
  const { status } = shop.purchases.get(id)
  if (status === 'delivered' || status === 'failed' || status === 'refunded') sale.knownAt = clock.now()
}

async function serve(
  hour: SalesHour,
  sales: Map<string, Sale>,
  customers: number,
  wanted: number,
): Promise<SalesFigures> {
  const { clock, random, shop } = hour
  const opensAt = clock.now()
  const each = HOUR_MS / customers
  const turnedAway: unknown[] = []
  let served = 0
  for (let number = 0; number < customers; number++) {
    const comesAt = Math.round(opensAt + (number + random.next() * 0.8) * each)
    clock.timer(comesAt - clock.now(), () => {
      void sell(hour, sales, number)
        .catch((error: unknown) => turnedAway.push(toAppError(error).details?.until ?? error))
        .finally(() => (served += 1))
    })
  }
  await clock.until(() => served === customers, HOUR_MS + 10 * MINUTE_MS)
  const isOver = (): boolean => openCount(hour) === 0
  await clock.until(isOver, opensAt + HOUR_MS + PATIENCE_MS - clock.now())
  const endedAt = clock.now()
  const requests = await hour.requests()
  const known = [...sales.values()].flatMap(({ paidAt, knownAt }) => (knownAt === null ? [] : [knownAt - paidAt]))
  const rows = shop.purchases.list({ status: null, offset: 0, limit: 200 }).purchases
  const views = rows.map(({ id }) => shop.purchases.get(id))
  const tracked = views.filter(({ ended }) => ended).length
  const answered429 = requests.filter(({ status }) => status === 429).length
  const notifiedUntil = turnedAway.filter((until) => typeof until === 'number' && until > opensAt).length
  return {
    customers,
    sales: sales.size,
    tracked,
    answered429,
    refunded: views.filter(({ status }) => status === 'refunded').length,
    lastTrackedMinutesAfter: Math.max(0, (endedAt - opensAt - HOUR_MS) / MINUTE_MS),
    turnedAway: turnedAway.length,
    notifiedUntil,
    requests: requests.length,
    mostInAnHour: mostInAnHour(requests),
    byClass: countClasses(requests),
    secondsToDelivered: { median: quantile(known, 0.5) / 1_000, p95: quantile(known, 0.95) / 1_000 },
    ok:
      sales.size >= wanted &&
      tracked === sales.size &&
      views.length === sales.size &&
      answered429 === 0 &&
      notifiedUntil === turnedAway.length &&
      shop.unforeseen.length === 0,
  }
}

/** Serves one customer: a quote, a moment to read it, and the payment. */
async function sell({ clock, random, shop }: SalesHour, sales: Map<string, Sale>, number: number): Promise<void> {
  const fails = number % FAILS_EVERY === FAILS_EVERY - 1
  const network = random.pick<ShopNetwork>(['harbour', 'meadow'])
  const reference = fails ? `someone${number}@example.com` : `+1201555${String(1000 + number)}`
  const choice = shop.choice(network, random.pick(['usdc', 'usdt', 'dai']), fails, reference)
  const offer = await shop.purchases.quote(shop.service, choice, null)
  await clock.sleep(5_000 + random.below(15_000))
  const id = offer.purchaseId
  sales.set(id, { paidAt: clock.now(), fails, knownAt: null })
  try {
    await shop.purchases.confirm(confirmationOf(offer))
  } catch (error) {
    sales.delete(id)
    throw error
  }
}

function openCount({ shop }: SalesHour): number {
  const { purchases } = shop.purchases.list({ status: null, offset: 0, limit: 200 })
  return purchases.filter(({ id }) => !shop.purchases.get(id).ended).length
}

function countClasses(requests: readonly SeenRequest[]): SalesFigures['byClass'] {
  const counts = { registration: 0, quote: 0, tracking: 0, browsing: 0 }
  for (const { operation } of requests) counts[classes[operation] ?? 'browsing'] += 1
  return counts
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
