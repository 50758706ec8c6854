import { deliveryOf } from '../../../shared/purchases/state.ts'
import { reviewedSince } from '../../engine/single-steps/review.ts'
import type { ListedTransaction } from '../../service/operations/list-transactions.ts'
import { commitStatus } from '../register/commit-registered.ts'
import { findEndedBySpend, type SpendGroup } from './ended-repository.ts'
import { isOfOther } from '../register/payment-hashes.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { readSoundPurchase } from '../purchase-repository.ts'

/** Commits that the service failed purchases it called delivered before, so that Till waits for the refunds; returns the purchases that this reopened. */
export function reopenPurchases(
  context: PurchaseContext,
  group: SpendGroup,
  rows: readonly ListedTransaction[],
): string[] {
  const failed = new Map(rows.filter(({ status }) => deliveryOf(status) === 'failed').map((row) => [row.id, row]))
  if (failed.size === 0) return []
  const ended = findEndedBySpend(context.ledger, group, [...failed.keys()], reviewedSince(context))
  const opened: string[] = []
  for (const [spendId, id] of ended) {
    const record = readSoundPurchase(context.ledger, id)
    const row = failed.get(spendId)
    if (!record?.spend || !row || isOfOther(context, record, row)) continue
    const spend = { ...record.spend, readAt: context.now() }
    commitStatus(context, record, { status: row.status, sku: row.productSku, reference: null, codes: [], spend })
    opened.push(id)
  }
  return opened
}
