import type { Hash } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { answerFinding, endExternal } from './external-repository.ts'
import { canRegister } from './external-view.ts'
import { chainOf, findExternal, findQuestion, type ArrivalPlace } from './external-book.ts'
import { lookIn, tokensOf } from './look-for-payments.ts'
import type { Group } from './read-arrivals.ts'
import { readPaymentBytes } from './read-payment-bytes.ts'
import { takePayment } from './take-payment.ts'

/** Stops waiting for a payment that was not made. Throws AppError `not-found`, or `not-allowed` once it has ended. */
export function stopExternal(context: PurchaseContext, id: string): void {
  const { profileId } = findExternal(context, id)
  if (!endExternal(context.ledger, id, 'stopped', context.now())) throw ended()
  context.service(profileId)?.budget.release(id)
}

/**
 * Looks for payments of a group in one transaction, and returns the ids of those that changed. Throws AppError `not-found` if nothing
 * new arrived by it, `not-allowed` without a group, and those of a silent network.
 */
export async function lookByHash(context: PurchaseContext, group: Group | null, hash: Hash): Promise<string[]> {
  if (group === null) throw ended()
  const chain = chainOf(context, group[0])
  const receipt = await chain.receipt(hash)
  const tokens = tokensOf(context, group)
  if (receipt === null || tokens.length === 0) throw nothingArrived()
  const blocks = { from: receipt.blockNumber, to: receipt.blockNumber }
  const changed = await lookIn(context, chain, group, tokens, blocks)
  if (changed.length === 0) throw nothingArrived()
  return changed
}

/**
 * Makes what arrived the payment of a purchase, because the user says so. Throws AppError `not-found` without such a question,
 * `not-allowed` if it cannot be, and those of a silent network.
 */
export async function registerArrival(context: PurchaseContext, id: string, place: ArrivalPlace): Promise<void> {
  const payment = findExternal(context, id)
  const finding = findQuestion(context, id, place)
  if (!canRegister(payment, finding)) throw new AppError('not-allowed', 'It cannot be the payment')
  const bytes = await readPaymentBytes(chainOf(context, payment), finding.hash)
  if (bytes === null) throw new AppError('network-unreachable', 'No node shows the transaction now')
  context.ledger
    .transaction(() => {
      findQuestion(context, id, place)
      if (!takePayment(context, findExternal(context, id), finding, bytes)) throw ended()
    })
    .immediate()
}

/** Marks that the user takes care of what arrived, or that it is not for this purchase. Throws AppError `not-found` without a question. */
export function dismissArrival(context: PurchaseContext, id: string, place: ArrivalPlace): void {
  answerFinding(context.ledger, findQuestion(context, id, place), context.now(), id)
}

function ended(): AppError {
  return new AppError('not-allowed', 'It is not awaited any more', { details: { reason: 'outdated' } })
}

function nothingArrived(): AppError {
  return new AppError('not-found', 'By this transaction nothing arrived for the purchase')
}
