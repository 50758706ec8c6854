import type { AppError } from '../../shared/errors.ts'
import type { RegistrationOutcome } from '../service/register-spend.ts'
import type { SpendTransaction } from '../service/spend-transaction.ts'
import { bodyPurpose } from './prepare-registration.ts'
import type { PurchaseContext, PurchaseService } from './purchase-context.ts'
import type { PurchaseRecord, Spend } from './purchase-record.ts'
import { applyEvent } from './purchase-repository.ts'
import { insertAttempt, readAttempts, readRegistration } from './registration-repository.ts'

/** Definite refusals after which the person is asked; before, the service may only be a block behind. */
const REJECTIONS_BEFORE_ASKING = 3

/** What is known after one attempt: done, or why not and when the next one may be worth it. */
export type Attempted = { readonly done: true } | { readonly done: false; readonly error: AppError }

/** Sends a prepared registration's stored bytes under their key once, and commits what the answer says. */
export async function sendRegistration(
  context: PurchaseContext,
  service: PurchaseService,
  record: PurchaseRecord,
): Promise<Attempted> {
  const stored = readRegistration(context.ledger, record.id)
  if (stored === null) throw new Error('A prepared registration without its body')
  const outcome = await service.client.registerSpend({
    address: record.from,
    idempotencyKey: stored.idempotencyKey,
    body: context.sealer.unseal(stored.sealedBody, bodyPurpose(stored.idempotencyKey)),
    owner: record.id,
  })
  insertAttempt(context.ledger, stored.idempotencyKey, {
    at: context.now(),
    outcome: outcome.outcome,
    detail: outcome.outcome === 'registered' ? null : outcome.error.code,
  })
  commitOutcome(context, record, outcome)
  context.onChanged(record.id)
  return outcome.outcome === 'registered' ? { done: true } : { done: false, error: outcome.error }
}

function commitOutcome(context: PurchaseContext, record: PurchaseRecord, outcome: RegistrationOutcome): void {
  const { ledger, now } = context
  switch (outcome.outcome) {
    case 'registered':
      commitRegistered(context, record, outcome.transaction)
      return
    case 'rejected': {
      const rejections = readAttempts(ledger, record.id).filter((attempt) => attempt.outcome === 'rejected').length
      applyEvent(ledger, record.id, { type: 'registration-unclear' }, now())
      if (rejections < REJECTIONS_BEFORE_ASKING) return
      applyEvent(ledger, record.id, { type: 'registration-rejected' }, now())
      applyEvent(ledger, record.id, { type: 'attention-raised', reason: 'registration-rejected' }, now())
      return
    }
    case 'duplicate':
    case 'retry-spend':
    case 'unclear':
      applyEvent(ledger, record.id, { type: 'registration-unclear' }, now())
      return
    case 'refused':
    case 'not-sent':
  }
}

/** Commits that the service has the purchase, and asks the person where it holds another product than was bought. */
export function commitRegistered(
  context: PurchaseContext,
  record: PurchaseRecord,
  transaction: SpendTransaction,
): void {
  const { ledger, now } = context
  applyEvent(ledger, record.id, { type: 'registered', status: transaction.status }, now(), {
    spend: spendOf(transaction, now()),
  })
  raiseDifference(context, record, transaction)
}

/** What is kept of the service's own record. */
export function spendOf(transaction: SpendTransaction, readAt: number): Spend {
  const { transactionId, recordId, isDeleted, product } = transaction
  return { transactionId, recordId, isDeleted: isDeleted ?? false, logoUrl: product.logoUrl, readAt }
}

/** Raises attention where the service's record names another product than the purchase. */
export function raiseDifference(context: PurchaseContext, record: PurchaseRecord, transaction: SpendTransaction): void {
  if (transaction.sku === '' || transaction.sku === record.terms.product.sku) return
  const event = { type: 'attention-raised', reason: 'registered-differently' } as const
  applyEvent(context.ledger, record.id, event, context.now())
}
