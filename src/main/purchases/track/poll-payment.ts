import { isSettled, type PurchaseState } from '../../../shared/purchases/state.ts'
import { isStepOpen } from '../../engine/steps/step-record.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { readState } from '../purchase-repository.ts'
import { readOrReport } from './damaged-purchases.ts'
import { followPayment } from './follow-payment.ts'
import { forget, type RunnerState } from './runner-state.ts'

/** Follows a purchase's payment, and lets it register once it is confirmed; returns the milliseconds until its next poll, or null. */
export async function pollPayment(context: PurchaseContext, state: RunnerState, id: string): Promise<number | null> {
  const before = readOrReport(context, id)
  if (before === null || isOver(before)) {
    forget(context, state, id, before)
    return null
  }
  try {
    const { delay, after } = await followPayment(context, state.chain, before)
    if (isSettled(after.state)) forget(context, state, id, after)
    return delay
  } finally {
    // The disk may have failed another of its steps only.
    const after = readState(context.ledger, id)
    if (after && isConfirmed(after) && !isConfirmed(before.state)) state.registration.queue.enter(before.profileId, id)
  }
}

/** Returns whether a purchase and every step before its payment are settled. */
function isOver({ state, steps }: PurchaseRecord): boolean {
  return isSettled(state) && !steps.some(isStepOpen)
}

function isConfirmed({ payment }: PurchaseState): boolean {
  return payment === 'confirmed' || payment === 'final'
}
