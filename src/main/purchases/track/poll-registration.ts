import { deliveryOf, isSettled, type PurchaseState } from '../../../shared/purchases/state.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { readProfileId, readPurchase, readState } from '../purchase-repository.ts'
import { registerPurchase } from '../register/register-purchase.ts'
import { expectDelivery, type RunnerState } from './runner-state.ts'
import { groupOf } from './track-memory.ts'

/** Registers a purchase, and tracks it from then on; returns the milliseconds until its next attempt, or null. */
export async function pollRegistration(
  context: PurchaseContext,
  state: RunnerState,
  id: string,
): Promise<number | null> {
  const { queue } = state.registration
  const before = readForService(context, state, id)
  if (before === null) return null
  if (isSettled(before.state)) {
    // Those behind it wait for its answer.
    queue.passed(before.profileId, id)
    return null
  }
  const delay = await registerPurchase(context, state.registration, before)
  state.silence.ask(id)
  const after = readState(context.ledger, id)
  // A repeated check of a registered purchase changes nothing.
  if (after?.registration === 'registered' && before.state.registration !== 'registered') {
    trackRegistered(context, state, before, after)
  }
  return delay
}

/** A damaged record must leave the queue: those behind it would never be registered. */
function readForService({ ledger }: PurchaseContext, state: RunnerState, id: string): PurchaseRecord | null {
  try {
    return readPurchase(ledger, id)
  } catch (error) {
    const profileId = readProfileId(ledger, id)
    if (profileId !== null) state.registration.queue.passed(profileId, id)
    throw error
  }
}

function trackRegistered(
  context: PurchaseContext,
  state: RunnerState,
  purchase: PurchaseRecord,
  { serviceStatus }: PurchaseState,
): void {
  const { payments, tracks } = state.schedules
  releaseForSales(context, purchase)
  expectDelivery(context, state, purchase, context.now())
  tracks.now(groupOf(purchase))
  // The service may have failed it already, and refunded it.
  if (deliveryOf(serviceStatus) !== 'pending') payments.now(purchase.id)
}

/** While sales come quickly, one read serves all of them: the request reserved for each becomes one more sale. */
function releaseForSales(context: PurchaseContext, { id, profileId }: PurchaseRecord): void {
  const budget = context.service(profileId)?.budget
  if (budget?.isRush()) budget.release(id)
}
