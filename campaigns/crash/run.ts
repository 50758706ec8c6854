import { join } from 'node:path'
import { AppError } from '../../src/shared/errors.ts'
import type { FeeAction } from '../../src/shared/views.ts'
import type { Choice } from '../../src/main/purchases/offer.ts'
import type { Fails } from '../world/sim-service.ts'
import { buy } from './buy.ts'
import { judge, type Verdict } from './judge.ts'
import { startLife, type Life } from './life.ts'
import { openFile, type Forgets } from './ledger-file.ts'
import { CutOffError } from './points.ts'
import { shownBy } from './shown-by.ts'
import { contracts, openTown, CHAIN_ID, type Shape, type Town } from './town.ts'

/** One run: what is bought, and where each life of the app ends; the last goes on until there is nothing left to do. */
export interface Plan {
  readonly seed: number
  readonly shape: Shape
  /** Whether the service fails to deliver, and who pays back then; a person answers whether it is the refund where nothing tells. */
  readonly fails: Fails
  /** What the person does about a payment that waits for a higher fee than it offers. */
  readonly help: FeeAction | null
  readonly cuts: readonly string[]
  /** Whether chain and service misbehave now and then. */
  readonly trouble: boolean
  /** What the ledger does not know any more after the first cut. */
  readonly forgets: Forgets
}

export interface Outcome extends Verdict {
  /** Whether the purchase came to no end, or to another than the chain and the service say. */
  readonly unresolved: number
  /** Points passed in each life. */
  readonly lives: readonly ReadonlySet<string>[]
  readonly unforeseen: readonly unknown[]
  /** Whether every cut was reached. */
  readonly reached: boolean
}

const DAY_MS = 86_400_000

/** Runs a plan over a copy of an empty ledger. */
export async function runPlan(plan: Plan, emptyLedger: string, folder: string): Promise<Outcome> {
  const town = openTown(plan)
  const file = openFile(join(folder, 'ledger.db'), emptyLedger, plan.forgets)
  const lives: ReadonlySet<string>[] = []
  const unforeseen: unknown[] = []
  let ended = false
  let shown = shownBy(null)
  for (const cut of [...plan.cuts, null]) {
    const life = startLife(town, file.path, cut, file.onPass)
    ended = await live(town, life, plan)
    const wasCut = life.points.ended
    lives.push(life.points.passed)
    unforeseen.push(...life.unforeseen)
    shown = shownBy(life.ledger)
    await life.end()
    if (!wasCut) break
    if (lives.length === 1) file.forget(town.clock.now())
  }
  const reached = lives.length === plan.cuts.length + 1
  return { ...judge(town, shown, plan.forgets !== null), unresolved: ended ? 0 : 1, lives, unforeseen, reached }
}

/** Starts the app, buys where nothing was bought yet, and answers whether the purchase came to its end before the app did. */
async function live(town: Town, life: Life, plan: Plan): Promise<boolean> {
  const { points, ledger } = life
  try {
    life.start()
  } catch (error) {
    if (!(error instanceof CutOffError)) throw error
  }
  const stored = (): { ended: number } | undefined =>
    ledger.prepare('SELECT ended FROM purchases').get() as { ended: number } | undefined
  // Whoever reads of a payment that this ledger did not make does not buy again.
  const isToldOfOther = (): boolean => ledger.prepare('SELECT 1 FROM foreign_payments').get() !== undefined
  const isBought = (): boolean => stored() !== undefined || isToldOfOther()
  const isOver = (): boolean => stored()?.ended === 1 || (stored() === undefined && isToldOfOther())
  if (!isBought()) void buyOnce(town, life, isBought)
  if (plan.help) void helpOut(town, life, plan.help)
  if (plan.fails === 'elsewhere') void answerRefunds(town, life)
  await town.clock.until(() => points.ended || isOver(), 3 * DAY_MS)
  return !points.ended && isOver()
}

/** Someone who tries again until Till says that the purchase is under way. */
export async function buyOnce(town: Town, life: Life, isStored: () => boolean): Promise<void> {
  while (!life.points.ended && !isStored()) {
    try {
      await buy(life.purchases, life.service, choiceOf(town))
    } catch {
      await town.clock.sleep(5_000)
    }
  }
}

/** Someone who waited ten seconds for a payment that offers too little does something about it, and again where that did not help. */
async function helpOut({ clock }: Town, { points, purchases }: Life, action: FeeAction): Promise<void> {
  let patientUntil = 0
  while (!points.ended) {
    try {
      const [purchase] = purchases.list({ text: '', status: null, offset: 0, limit: 1 }).purchases
      const view = purchase && purchases.get(purchase.id)
      const isDue = view?.feeActions.includes(action) === true && clock.now() > Date.parse(view.createdAt) + 10_000
      if (isDue && clock.now() > patientUntil) {
        const offer = await purchases.offerFee(view.id, action)
        await purchases.confirmFee(view.id, offer.offerKey, false)
        patientUntil = clock.now() + 60_000
      }
      if (view && view.feeActions.length === 0) return
    } catch (error) {
      if (!(error instanceof CutOffError) && !(error instanceof AppError)) throw error
    }
    await clock.sleep(2_000)
  }
}

/** Someone who knows which transfer is the refund, and says so when asked. */
async function answerRefunds({ clock, service }: Town, { points, purchases }: Life): Promise<void> {
  while (!points.ended) {
    try {
      for (const { purchase } of purchases.attention()) {
        const { possible } = purchase.refund
        const isRefund = service.spends.some(({ refundedBy }) => refundedBy === possible?.hash)
        if (possible) purchases.answerRefund(purchase.id, { hash: possible.hash, isRefund })
      }
    } catch (error) {
      if (!(error instanceof CutOffError) && !(error instanceof AppError)) throw error
    }
    await clock.sleep(2_000)
  }
}

/** What is bought in a town of either shape. */
export function choiceOf({ shape }: Town): Choice {
  const token = contracts.tokens[shape === 'transfer' ? 0 : 1]
  if (!token) throw new Error('No token')
  return {
    product: {
      ...{ sku: 'oak_US_5-I', brandSlug: 'oak', brandName: 'Oak', productType: 'topup', country: 'US', image: null },
      facts: null,
      ...{ fiatCurrency: 'USD', listed: null, fiatValue: '5' },
    },
    network: {
      ...{
        key: 'sim',
        name: 'Simulated',
        chainId: CHAIN_ID,
        rpcUrls: ['http://localhost'],
        explorerUrl: '',
        nativeSymbol: 'ETH',
      },
      ...{ nativeAddress: `0x${'e'.repeat(40)}`, protocolContracts: [contracts.router] },
    },
    token: { ...token, key: token.symbol.toLowerCase(), minAllowance: null, maxAllowance: null },
    delivery: { reference: '+12015550123', fields: [] },
  }
}
