import type { Hash } from 'viem'
import type { WritableDb } from '../../src/main/db/connections.ts'
import type { FeeAction } from '../../src/shared/transactions/views.ts'
import { CASHIER } from '../world/sim-service.ts'
import { key } from '../world/sim-state.ts'
import type { AppProcess } from './app-process.ts'
import { claimRefunds } from './claim.ts'
import { isForeseen } from './foreseen.ts'
import { whileReadable } from './ledger-fault.ts'
import { buyUntilPaid, isNotifiedOfOther, nextPurchase } from './person.ts'
import { CutOffError } from './points.ts'
import { payees, type SimulationOptions, type World } from './simulation.ts'

/** How a run ended: everything settled, or Till asks about all that did not. */
export type RunEnd = 'settled' | 'asked'

/** Longer than any wait of Till or of the world: after a day without proof of a refund, Till asks. */
const LONGEST_MS = 25 * 3_600_000

/** Starts the app and buys if nothing was bought yet. Returns how that ended; null if the app was cut off before, or it never did. */
export async function runAppProcess(
  world: World,
  appProcess: AppProcess,
  plan: Pick<SimulationOptions, 'fails' | 'help'>,
): Promise<RunEnd | null> {
  const { points, ledger } = appProcess
  try {
    appProcess.start()
  } catch (error) {
    if (!(error instanceof CutOffError)) throw error
  }
  // A person who was asked may still try to buy.
  let notifiedAt = Infinity
  const isNotified = (): boolean => {
    if (isNotifiedOfOther(world, appProcess)) notifiedAt = Math.min(notifiedAt, world.clock.now())
    return world.clock.now() >= notifiedAt + NOTIFIED_MS
  }
  const isOver = (): boolean => {
    const { count, open } = readProgress(ledger)
    if (count === 0) return isNotified()
    return open === 0 && (isNotified() || nextPurchase(world, appProcess) === null)
  }
  void buyUntilPaid(world, appProcess)
  if (plan.help) void helpOut(world, appProcess, plan.help)
  if (plan.fails) void answerRefunds(world, appProcess)
  if (plan.fails === 'claim' || plan.fails === 'claim-sum') void claimRefunds(world, appProcess)
  await world.clock.until(() => points.ended || whileReadable(isOver), LONGEST_MS)
  if (points.ended) return null
  if (isOver()) return 'settled'
  return isAskedAbout(appProcess) ? 'asked' : null
}

const NOTIFIED_MS = 60_000
const OPEN_CLAIMS = `SELECT c.id FROM claims c JOIN steps s ON s.intent_id = c.id
  WHERE s.state IN ('signed', 'mined', 'confirmed') OR (s.state = 'final' AND c.counted_at IS NULL)`

/** Counts the purchases, and the open ones among them and their refund claims. */
function readProgress(ledger: WritableDb): { count: number; open: number } {
  const claims = `SELECT count(*) FROM (${OPEN_CLAIMS})`
  return ledger
    .prepare(`SELECT count(*) AS count, coalesce(sum(ended = 0), 0) + (${claims}) AS open FROM purchases`)
    .get() as { count: number; open: number }
}

/** Returns whether Till asks about every open purchase and claim. */
function isAskedAbout({ ledger, attention }: AppProcess): boolean {
  const asked = attention().flatMap((one) =>
    one.about === 'purchase' ? one.purchase.id : one.about === 'claim' ? one.claim.id : [],
  )
  const open = ledger.prepare(`SELECT id FROM purchases WHERE ended = 0 UNION ALL ${OPEN_CLAIMS}`).pluck().all()
  return open.length > 0 && open.every((id) => asked.includes(String(id)))
}

/** Acts as a person who raises the fee of a payment, or cancels it, after ten seconds, and again if that did not help. */
async function helpOut(
  { clock }: World,
  { points, purchases, unforeseen }: AppProcess,
  action: FeeAction,
): Promise<void> {
  let patientUntil = 0
  while (!points.ended) {
    try {
      const [purchase] = purchases.list({ status: null, offset: 0, limit: 1 }).purchases
      const view = purchase && purchases.get(purchase.id)
      const isDue = view?.feeActions.includes(action) === true && clock.now() > Date.parse(view.createdAt) + 10_000
      if (isDue && clock.now() > patientUntil) {
        const offer = await purchases.offerFee(view.id, action)
        await purchases.confirmFee(view.id, offer.offerKey, false)
        patientUntil = clock.now() + 60_000
      }
      // While nodes say that its nonce is used, Till offers nothing; they may take that back.
      if (view && !view.steps.some(({ state }) => state === 'signed')) return
    } catch (error) {
      if (!isForeseen(error)) unforeseen.push(error)
    }
    await clock.sleep(2_000)
  }
}

/** Acts as a person who knows the refunding addresses. Answers from the block explorer when asked whether a transfer is the refund. */
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
      if (!isForeseen(error)) unforeseen.push(error)
    }
    await clock.sleep(2_000)
  }
}
