import { createShopFiles } from '../sales/create-shop-files.ts'
import { mostInAnHour, openMarket, type Market } from '../sales/open-market.ts'
import { createRandom } from '../world/random.ts'
import { planCuts, planFailures, type CutName } from './cuts.ts'
import { openScenario, type Scenario } from './scenario.ts'
import { heapAfterCollection } from './heap.ts'
import { judge } from './judge.ts'
import { planOrders } from './orders.ts'

const HOUR_MS = 60 * 60_000
const OPENS_WITHIN_MS = 60_000
/** The time after the last customer within which every sale must settle. */
const PATIENCE_MS = 3 * HOUR_MS

export interface QueueOptions {
  readonly customers: number
  /** The time in which customers come, in milliseconds of the simulated clock. */
  readonly ms: number
  readonly cuts: number
  /** How often commits fail. */
  readonly failures: number
  readonly seed: number
  /** Milliseconds after the opening at which the heap is measured. */
  readonly measureAt: readonly number[]
}

/** The figures of selling for cash, on a simulated clock. */
export interface QueueFigures {
  readonly customers: number
  readonly sales: number
  readonly delivered: number
  readonly failed: number
  /** Cash was taken, and the power failed before any payment. */
  readonly notSold: number
  readonly refundedCash: number
  readonly cuts: number
  readonly cutsAt: Readonly<Partial<Record<CutName, number>>>
  readonly failedCommits: number
  readonly turnedAway: number
  readonly duplicateQuestions: number
  readonly limitsPassed: number
  readonly wrongPins: number
  readonly lost: number
  readonly double: number
  readonly wronged: number
  /** The cash counted minus what the Z report expected; `drawerWrong` counts the X reports that differed from the drawer. */
  readonly cashDifference: string
  readonly drawerWrong: number
  readonly untracked: number
  readonly requests: number
  readonly mostInAnHour: number
  readonly answered429: number
  readonly unexpected: readonly string[]
  /** Bytes after forced collections. */
  readonly heaps: readonly number[]
  /** Everything but the heap. */
  readonly ok: boolean
}

/** Sells for cash to all customers with `cuts` power cuts, until every sale has settled and the drawer is counted. */
export async function runQueue(options: QueueOptions): Promise<QueueFigures> {
  const { seed } = options
  const files = createShopFiles(seed)
  const market = await openMarket(seed, files.account.address)
  const scenario = openScenario(market, files, createRandom(seed + 1))
  try {
    return await turnUntil(market, sell(market, scenario, options, files.account.address))
  } finally {
    await scenario.end()
    await market.close()
  }
}

/** Advances the clock while `work` is running. */
async function turnUntil<T>({ clock }: Market, work: Promise<T>): Promise<T> {
  let isOver = false
  const over = (): void => void (isOver = true)
  work.then(over, over)
  await clock.until(() => isOver, OPENS_WITHIN_MS + 4 * HOUR_MS + PATIENCE_MS)
  if (!isOver) throw new Error('The scenario did not end in time')
  return work
}

async function sell(
  market: Market,
  scenario: Scenario,
  { customers, ms, cuts, failures, seed, measureAt }: QueueOptions,
  wallet: `0x${string}`,
): Promise<QueueFigures> {
  const { clock } = market
  const plan = createRandom(seed + 2)
  const orders = planOrders(customers, ms, plan)
  const moments = planCuts(cuts, customers, plan)
  const failing = planFailures(failures, customers, plan)
  const heaps: number[] = []
  await scenario.open()
  const opensAt = clock.now()

  async function passUntil(moment: number): Promise<void> {
    const mark = measureAt[heaps.length]
    if (mark !== undefined && opensAt + mark <= moment) {
      await scenario.idle(opensAt + mark)
      await scenario.count()
      heaps.push(await market.busy.while(heapAfterCollection))
    }
    await scenario.idle(moment)
  }

  for (const [number, order] of orders.entries()) {
    await passUntil(opensAt + order.comesAt)
    await scenario.round()
    const failure = failing.get(number)
    if (failure) scenario.failDisk(failure)
    await scenario.serve(order, moments.get(number) ?? null)
  }
  await passUntil(opensAt + ms)
  const open = (): number => scenario.bought().filter(({ ended }) => !ended).length
  const until = clock.now() + PATIENCE_MS
  while (open() > 0 && clock.now() < until) {
    await scenario.idle(clock.now() + 30_000)
    await scenario.round()
  }
  scenario.calm()
  await scenario.round()
  return sumUp(market, scenario, wallet, customers, heaps)
}

async function sumUp(
  market: Market,
  scenario: Scenario,
  wallet: `0x${string}`,
  customers: number,
  heaps: readonly number[],
): Promise<QueueFigures> {
  const { tally, drawer } = scenario
  const [sales, bought] = [scenario.sales(), scenario.bought()]
  const cashDifference = scenario.close()
  const verdict = await market.busy.while(() => judge(market, wallet, { sales, bought, drawer }))
  const requests = await market.busy.while(() => market.requests())
  const countOf = (...statuses: readonly string[]): number =>
    sales.filter(({ status }) => statuses.includes(status)).length
  const { notNotified, ...counts } = tally
  const figures = {
    customers,
    sales: sales.length,
    delivered: countOf('delivered'),
    failed: countOf('failed', 'refunded'),
    notSold: countOf('not-sold'),
    refundedCash: sales.filter(({ refundedCash }) => refundedCash !== null).length,
    ...counts,
    ...verdict,
    cashDifference,
    untracked: bought.filter(({ ended }) => !ended).length,
    requests: requests.length,
    mostInAnHour: mostInAnHour(requests),
    answered429: requests.filter(({ status }) => status === 429).length,
    heaps,
  }
  const { lost, double, wronged, drawerWrong, untracked, answered429, unexpected } = figures
  const wrong = lost + double + wronged + drawerWrong + untracked + answered429 + unexpected.length + notNotified
  const isWhole = figures.delivered + figures.refundedCash === figures.sales
  return { ...figures, ok: wrong === 0 && isWhole && cashDifference === '0.00' }
}
