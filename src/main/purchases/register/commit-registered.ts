import { deliveryOf } from '../../../shared/purchases/state.ts'
import type { AnsweredCode } from '../../service/answer/read-codes.ts'
import type { SpendTransaction } from '../../service/operations/spend-transaction.ts'
import { clearAttention, raiseOnce } from '../attention.ts'
import { readDeliveryOrNull, sealRecordedReference } from '../delivery.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { PurchaseRecord, Spend } from '../purchase-record.ts'
import { applyEvent, updateSpend } from '../purchase-repository.ts'
import { recordedOf } from './recorded-fields.ts'

/** The service's data about a registered purchase; '' or null for missing values. */
export interface SeenSpend {
  readonly status: string
  readonly sku: string
  readonly reference: string | null
  readonly codes: readonly AnsweredCode[]
  readonly spend: Omit<Spend, 'sealedReference' | 'hasKeptCodes'>
}

/** Returns the service's own record in the form in which it is stored. */
export function seenSpend(transaction: SpendTransaction, readAt: number): SeenSpend {
  const { status, sku, givenReference, transactionId, recordId, isDeleted, product, codes } = transaction
  return {
    status,
    sku,
    reference: givenReference,
    codes,
    spend: {
      transactionId,
      recordId,
      isDeleted: isDeleted ?? false,
      logoUrl: product.logoUrl,
      recorded: recordedOf(transaction),
      readAt,
    },
  }
}

/** Commits that the service has the purchase. */
export function commitRegistered(context: PurchaseContext, record: PurchaseRecord, seen: SeenSpend): void {
  const { status } = seen
  store(context, record, seen, (spend) => {
    applyEvent(context.ledger, record.id, { type: 'registered', status }, context.now(), { spend })
  })
  clearAttention(context, record.id, 'registration-refused-access')
  clearAttention(context, record.id, 'registration-rejected')
  raiseDifference(context, record, seen)
  context.onChanged(record.id)
}

/** Commits a registered purchase's status as received; an unchanged one is no event. */
export function commitStatus(context: PurchaseContext, record: PurchaseRecord, seen: SeenSpend): void {
  const { status } = seen
  store(context, record, seen, (spend) => {
    if (status === record.state.serviceStatus) updateSpend(context.ledger, record.id, spend)
    else applyEvent(context.ledger, record.id, { type: 'service-status', status }, context.now(), { spend })
  })
  raiseDifference(context, record, seen)
  context.onChanged(record.id)
}

/** Stores the service's data together with the codes in it, which it keeps once: when they first come with a delivery. */
function store(context: PurchaseContext, record: PurchaseRecord, seen: SeenSpend, write: (spend: Spend) => void): void {
  const { spend, status, codes } = seen
  const hadCodes = record.spend?.hasKeptCodes ?? false
  const isNew = !hadCodes && codes.length > 0 && deliveryOf(status) === 'done'
  context.ledger
    .transaction(() => {
      if (isNew) context.keepCodes(record.id, codes)
      write({ ...spend, sealedReference: sealed(context, record, seen), hasKeptCodes: hadCodes || isNew })
    })
    .immediate()
}

/** A record without a reference keeps the one read before. */
function sealed(context: PurchaseContext, record: PurchaseRecord, { reference }: SeenSpend): string | null {
  if (!reference) return record.spend?.sealedReference ?? null
  return sealRecordedReference(context, record.id, reference)
}

/** Asks the person, once, if the service's record names another product or delivery than was bought. */
function raiseDifference(context: PurchaseContext, record: PurchaseRecord, { sku, reference }: SeenSpend): void {
  const bought = readDeliveryOrNull(context, record.id)?.reference ?? ''
  const isOtherProduct = sku !== '' && sku !== record.terms.product.sku
  if (isOtherProduct || isOtherReference(reference ?? '', bought)) {
    raiseOnce(context, record.id, 'registered-differently')
  }
}

/** References may be formatted or masked differently; only different letters and digits count. */
function isOtherReference(seen: string, bought: string): boolean {
  const [left, right] = [plain(seen), plain(bought)]
  return left !== '' && right !== '' && !/[*•x]{2}/i.test(seen) && !left.endsWith(right) && !right.endsWith(left)
}

function plain(reference: string): string {
  return reference.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
