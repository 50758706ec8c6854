import type { Hash } from 'viem'
import type { WritableDb } from '../../src/main/db/connections.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { FeeAction } from '../../src/shared/transactions/views.ts'
import { CASHIER } from '../world/sim-service.ts'
import { key } from '../world/sim-state.ts'
import type { AppProcess } from './app-process.ts'
import { claimRefunds } from './claim.ts'
import { buyUntilPaid, isToldOfOther, wishOf } from './person.ts'
import { CutOffError } from './points.ts'
import { payees, type SimulationOptions, type World } from './simulation.ts'

/** Longer than any wait of Till or of the world. */
const LONGEST_MS = 2 * 3_600_000

/** Starts the app, buys where nothing was bought yet, and answers whether the purchase came to its end before the app did. */
export async function live(
  world: World,
  appProcess: AppProcess,
  plan: Pick<SimulationOptions, 'fails' | 'help'>,
): Promise<boolean> {
  const { points, ledger } = appProcess
  try {
    appProcess.start()
  } catch (error) {
    if (!(error instanceof CutOffError)) throw error
  }
  // Someone who was asked may try to buy all the same.
  let toldAt = Infinity
  const isTold = (): boolean => {
    if (isToldOfOther(world, appProcess)) toldAt = Math.min(toldAt, world.clock.now())
    return world.clock.now() >= toldAt + TOLD_MS
  }
  const isOver = (): boolean => {
    const { count, open } = readProgress(ledger)
    if (count === 0) return isTold()
    return open === 0 && (isTold() || wishOf(world, appProcess) === null)
  }
  void buyUntilPaid(world, appProcess)
  if (plan.help) void helpOut(world, appProcess, plan.help)
  if (plan.fails) void answerRefunds(world, appProcess)
  if (plan.fails === 'claim' || plan.fails === 'claim-sum') void claimRefunds(world, appProcess)
  await world.clock.until(() => points.ended || isOver(), LONGEST_MS)
  return !points.ended && isOver()
}

const TOLD_MS = 60_000

/** How many purchases there are, and how many of them, or of the claims of their refunds, have not ended. */
function readProgress(ledger: WritableDb): { count: number; open: number } {
  const claims = `SELECT count(*) FROM claims c JOIN steps s ON s.intent_id = c.id
    WHERE s.state IN ('signed', 'mined', 'confirmed') OR (s.state = 'final' AND c.counted_at IS NULL)`
  return ledger
    .prepare(`SELECT count(*) AS count, coalesce(sum(ended = 0), 0) + (${claims}) AS open FROM purchases`)
    .get() as { count: number; open: number }
}

/** Someone who waited ten seconds for a payment that offers too little does something about it, and again where that did not help. */
async function helpOut(
  { clock }: World,
  { points, purchases, unforeseen }: AppProcess,
  action: FeeAction,
): Promise<void> {
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
      // Nothing is offered for as long as nodes say that its nonce is used: they may take it back.
      if (view && !view.steps.some(({ state }) => state === 'signed')) return
    } catch (error) {
      if (!(error instanceof CutOffError) && !(error instanceof AppError)) unforeseen.push(error)
    }
    await clock.sleep(2_000)
  }
}

/** Someone who knows who pays back, and answers what a block explorer shows when asked whether a transfer is the refund. */
async function answerRefunds({ clock, isMined }: World, { points, purchases, unforeseen }: AppProcess): Promise<void> {
  while (!points.ended) {
    try {
      for (const { purchase } of purchases.attention()) {
        const { possible } = purchase.refund
        if (possible === null) continue
        const isKnown = [CASHIER, ...payees].some((one) => key(one) === key(possible.from))
        const isRefund = isKnown && (await isMined(possible.hash as Hash))
        const choice = !isRefund ? 'no' : Number(possible.amount) < Number(purchase.refund.missing) ? 'part' : 'all'
        purchases.answerRefund(purchase.id, { ...possible, choice })
      }
    } catch (error) {
      if (!(error instanceof CutOffError) && !(error instanceof AppError)) unforeseen.push(error)
    }
    await clock.sleep(2_000)
  }
}
