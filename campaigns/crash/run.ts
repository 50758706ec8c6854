import { join } from 'node:path'
import { AppError } from '../../src/shared/errors.ts'
import type { FeeAction } from '../../src/shared/views.ts'
import type { Fails } from '../world/sim-service.ts'
import { judge, type Verdict } from './judge.ts'
import { startLife, type Life } from './life.ts'
import { openFile, type Forgets } from './ledger-file.ts'
import { CutOffError } from './points.ts'
import { SIM_START } from '../world/clock.ts'
import type { Database } from '../../src/main/db/open-database.ts'
import { shownBy } from './shown-by.ts'
import { buyUntilPaid, knowsOfOther, wishOf } from './person.ts'
import { openTown, type Shape, type Town } from './town.ts'
import type { DrawnNetwork } from '../world/rpc/draw-network.ts'
import type { NodeFault } from '../world/rpc/node-faults.ts'

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
  /** The chain's nodes; sound ones, or where there is trouble drawn ones, where left out. */
  readonly nodes?: DrawnNetwork
}

export interface Outcome extends Verdict {
  /** Whether the purchase came to no end, or to another than the chain and the service say. */
  readonly unresolved: number
  /** Points passed in each life. */
  readonly lives: readonly ReadonlySet<string>[]
  readonly unforeseen: readonly unknown[]
  /** Whether every cut was reached. */
  readonly reached: boolean
  /** Faults of nodes that changed an answer. */
  readonly nodeFaults: readonly NodeFault[]
}

/** Longer than any wait of Till or of the world. */
const LONGEST_MS = 2 * 3_600_000

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
  const verdict = judge(town, shown, plan.forgets !== null)
  return { ...verdict, unresolved: ended ? 0 : 1, lives, unforeseen, reached, nodeFaults: [...town.network.met.keys()] }
}

/** Starts the app, buys where nothing was bought yet, and answers whether the purchase came to its end before the app did. */
async function live(town: Town, life: Life, plan: Plan): Promise<boolean> {
  const { points, ledger } = life
  try {
    life.start()
  } catch (error) {
    if (!(error instanceof CutOffError)) throw error
  }
  const isTold = (): boolean => knowsOfOther(town, life)
  const isOver = (): boolean => {
    const { count, open, unasked } = readProgress(ledger)
    if (count === 0) return isTold()
    if (open === 0) return isTold() || wishOf(town, life) === null
    // Where no receipt will ever be seen, a question is as far as it goes.
    return town.isBlind && unasked === 0 && town.clock.now() > SIM_START + BLIND_MS
  }
  void buyUntilPaid(town, life)
  if (plan.help) void helpOut(town, life, plan.help)
  if (plan.fails === 'elsewhere') void answerRefunds(town, life)
  await town.clock.until(() => points.ended || isOver(), LONGEST_MS)
  return !points.ended && isOver()
}

const BLIND_MS = 40 * 60_000

/** How many purchases there are, how many of them have not ended, and of how many of those nothing is asked. */
function readProgress(ledger: Database): { count: number; open: number; unasked: number } {
  return ledger
    .prepare(
      `SELECT count(*) AS count, coalesce(sum(ended = 0), 0) AS open,
         coalesce(sum(ended = 0 AND attention IS NULL), 0) AS unasked FROM purchases`,
    )
    .get() as { count: number; open: number; unasked: number }
}

/** Someone who waited ten seconds for a payment that offers too little does something about it, and again where that did not help. */
async function helpOut({ clock }: Town, { points, purchases, unforeseen }: Life, action: FeeAction): Promise<void> {
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
      if (!(error instanceof CutOffError) && !(error instanceof AppError)) unforeseen.push(error)
    }
    await clock.sleep(2_000)
  }
}

/** Someone who knows which transfer is the refund, and says so when asked. */
async function answerRefunds({ clock, service }: Town, { points, purchases, unforeseen }: Life): Promise<void> {
  while (!points.ended) {
    try {
      for (const { purchase } of purchases.attention()) {
        const { possible } = purchase.refund
        const isRefund = service.spends.some(({ refundedBy }) => refundedBy === possible?.hash)
        if (possible) purchases.answerRefund(purchase.id, { hash: possible.hash, isRefund })
      }
    } catch (error) {
      if (!(error instanceof CutOffError) && !(error instanceof AppError)) unforeseen.push(error)
    }
    await clock.sleep(2_000)
  }
}
