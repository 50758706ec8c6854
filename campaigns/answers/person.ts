import { setTimeout as pause } from 'node:timers/promises'
import type { TestTill } from '../../src/testing/purchases/context.ts'
import { toAppError } from '../../src/shared/errors.ts'
import type { PurchaseView } from '../../src/shared/purchases/views.ts'
import type { SkippingTimer } from './skipping-timer.ts'

const PAUSE_MS = 20
/** The pause before a person tries a failed purchase again. */
const TRY_AGAIN_MS = 5_000
const BLOCK_MS = 1_500
const LONGEST_REST_MS = 6 * 60_000
const everything = { text: '', status: null, offset: 0, limit: 50 } as const

/**
 * Polls until `holds` accepts the newest purchase. Buys if there is none, and again where Till says that nothing was paid.
 * Calls `look` with each view until then. Throws after `ms` milliseconds.
 */
export async function buyUntil(
  till: TestTill,
  accepts: (view: PurchaseView) => boolean,
  ms: number,
  onView: (view: PurchaseView) => void,
): Promise<PurchaseView> {
  const began = performance.now()
  for (;;) {
    const view = newestOf(till)
    if (view && accepts(view)) return view
    if (view) onView(view)
    const error = await buyWhatIsOffered(till).catch(toAppError)
    if (error) letPass(till)
    if (performance.now() - began > ms) throw new Error(`Not reached in time: ${JSON.stringify([view, error])}`)
    await pause(PAUSE_MS)
  }
}

/** Skips the rests of nodes and the pacing after them. Blocks still come in their own time. */
export function skipRests(till: TestTill, { skip, untilNext }: SkippingTimer): void {
  const rest = untilNext()
  if (rest > BLOCK_MS && rest < LONGEST_REST_MS) skip(till.clock)
}

async function buyWhatIsOffered(till: TestTill): Promise<void> {
  const views = listOf(till)
  const unpaid = views.find(({ status, repeatedBy }) => status === 'not-paid' && repeatedBy.length === 0)
  if (views.length > 0 && !unpaid) return
  const choice = till.choice('harbour', 'usdc')
  await till.confirm(await till.purchases.quote(till.service, choice, null, unpaid?.id ?? null))
}

function listOf(till: TestTill): PurchaseView[] {
  return till.purchases.list(everything).purchases.map(({ id }) => till.view(id))
}

function newestOf(till: TestTill): PurchaseView | null {
  return listOf(till)[0] ?? null
}

/** Moves the clocks on, so that whatever prevented the purchase passes, such as the rests of nodes. */
function letPass({ clock }: TestTill): void {
  clock.skewMs += TRY_AGAIN_MS
  clock.monotonicSkewMs += TRY_AGAIN_MS
}
