import { isUnpaidForGood } from '../../../shared/purchases/state.ts'
import { isPaidAfterAll, reopenStep } from '../../engine/steps/paid-after-all.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { applyEvent } from '../purchase-repository.ts'

/**
 * Reopens a purchase that ended unpaid if more than half of the nodes show its payment after all and none contradicts; returns
 * whether it did. Throws AppError if the network does not answer.
 */
export async function revivePurchase(
  context: PurchaseContext,
  { id, profileId, state, terms, chainInstance, ...record }: PurchaseRecord,
): Promise<boolean> {
  const service = context.service(profileId)
  if (service === null || !isUnpaidForGood(state)) return false
  const step = payStep(record)
  if (!(await isPaidAfterAll(context.chain(terms.network, service.profile), chainInstance, step))) return false
  const write = (): void => reopenStep(context.ledger, id, step)
  return applyEvent(context.ledger, id, { type: 'revived' }, context.now(), { write }) !== null
}
