import { AppError } from '../../../shared/errors.ts'
import { findHeldPayment } from '../../engine/held-payment.ts'
import { updateStep } from '../../engine/step-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { applyEvent } from '../purchase-repository.ts'

/**
 * Lets a payment be registered, on the person's word, that a final block holds and whose end no node shows: the service finds out
 * itself whether it was paid. Throws AppError `not-allowed` where no such block is seen, or nothing is asked about it any more.
 */
export async function reportPayment(context: PurchaseContext, record: PurchaseRecord): Promise<void> {
  const { id, from, profileId, state, terms, chainInstance } = record
  const service = context.service(profileId)
  if (service === null || state.payment !== 'signed' || state.attention !== 'payment-dropped') throw movedOn()
  const chain = context.chain(terms.network, service.profile)
  const step = payStep(record)
  const isSameChain = (await chain.instance()) === chainInstance
  const change = isSameChain ? await findHeldPayment(chain, from, step) : null
  if (change === null) {
    throw new AppError('not-allowed', 'No block is seen to hold it', { details: { reason: 'not-in-block' } })
  }
  const write = (): void => updateStep(context.ledger, id, step, change)
  if (applyEvent(context.ledger, id, { type: 'reported' }, context.now(), { write }) === null) throw movedOn()
}

function movedOn(): AppError {
  return new AppError('not-allowed', 'This is not asked about any more', { details: { reason: 'moved-on' } })
}
