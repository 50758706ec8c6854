import type { Chain } from '../chain/chain.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { payStep, type PurchaseRecord } from './purchase-record.ts'
import { applyEvent, isRefundTaken } from './purchase-repository.ts'

const MISSING_AFTER_MS = 24 * 3_600_000

/** Looks on chain for a failed purchase's coins coming back: the same token and amount, after the payment, not counted before. */
export async function findRefund(context: PurchaseContext, chain: Chain, record: PurchaseRecord): Promise<void> {
  const { terms } = record
  const paidIn = payStep(record).blockNumber
  if (terms.token.address === null || paidIn === null) return
  const [transfers, head] = await Promise.all([
    chain.transfersTo(terms.token.address, record.from, paidIn),
    chain.head(),
  ])
  const refund = transfers.find(
    (transfer) =>
      transfer.units === terms.payment.units &&
      transfer.blockNumber < head &&
      !isRefundTaken(context.ledger, transfer.hash),
  )
  if (refund) {
    applyEvent(context.ledger, record.id, { type: 'refund-seen' }, context.now(), { refund })
    if (record.state.attention === 'refund-missing') {
      applyEvent(context.ledger, record.id, { type: 'attention-cleared' }, context.now())
    }
    context.onChanged(record.id)
    return
  }
  if (record.state.attention === null && context.now() - record.createdAt > MISSING_AFTER_MS) {
    applyEvent(context.ledger, record.id, { type: 'attention-raised', reason: 'refund-missing' }, context.now())
    context.onChanged(record.id)
  }
}
