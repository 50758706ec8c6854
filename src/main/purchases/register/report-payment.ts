import { AppError } from '../../../shared/errors.ts'
import { findHeldPayment } from '../../engine/steps/held-payment.ts'
import { updateStep } from '../../engine/steps/step-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { applyEvent } from '../purchase-repository.ts'

/**
 * Allows the registration, on the person's word, of a payment that is in a final block and whose outcome no node shows: the service
 * determines whether it was paid. Throws AppError `not-allowed` if no such block is found, or the question is no longer open.
 */
export async function reportPayment(context: PurchaseContext, record: PurchaseRecord): Promise<void> {
  const { id, from, profileId, state, terms, chainInstance } = record
  const service = context.service(profileId)
  if (service === null || state.payment !== 'signed' || state.attention !== 'payment-dropped') throw questionClosed()
  const chain = context.chain(terms.network, service.profile)
  const step = payStep(record)
  const isSameChain = (await chain.instance()) === chainInstance
  const change = isSameChain ? await findHeldPayment(chain, from, step) : null
  if (change === null) {
    throw new AppError('not-allowed', 'No block is seen to hold it', { details: { reason: 'not-in-block' } })
  }
  const write = (): void => updateStep(context.ledger, id, step, change)
  if (applyEvent(context.ledger, id, { type: 'reported' }, context.now(), { write }) === null) throw questionClosed()
}

function questionClosed(): AppError {
  return new AppError('not-allowed', 'This question is closed', { details: { reason: 'outdated' } })
}
