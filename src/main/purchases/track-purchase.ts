import type { PurchaseContext, PurchaseService } from './purchase-context.ts'
import type { PurchaseRecord } from './purchase-record.ts'
import { applyEvent } from './purchase-repository.ts'
import { raiseDifference, spendOf } from './send-registration.ts'

/** Reads one registered spend and commits its status as it came. */
export async function trackPurchase(
  context: PurchaseContext,
  service: PurchaseService,
  record: PurchaseRecord,
): Promise<void> {
  if (record.spend === null) return
  const transaction = await service.client.getTransaction(record.from, record.spend.transactionId, { owner: record.id })
  if (transaction === null) return
  const now = context.now()
  applyEvent(context.ledger, record.id, { type: 'service-status', status: transaction.status }, now, {
    spend: spendOf(transaction, now),
  })
  raiseDifference(context, record, transaction)
  context.onChanged(record.id)
}

/** Reads the newest page of the wallet's list once for several spends on their way and commits each status it finds. */
export async function trackTogether(
  context: PurchaseContext,
  service: PurchaseService,
  records: readonly PurchaseRecord[],
): Promise<void> {
  const [first] = records
  if (!first) return
  const page = await service.client.listTransactions({ address: first.from, page: 1, pageSize: 100, owner: first.id })
  for (const record of records) {
    const found = page.transactions.find((one) => one.id === record.spend?.transactionId)
    if (!found || record.spend === null) continue
    const now = context.now()
    applyEvent(context.ledger, record.id, { type: 'service-status', status: found.status }, now, {
      spend: { ...record.spend, readAt: now },
    })
    context.onChanged(record.id)
  }
}
