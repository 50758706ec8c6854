import { deliveryOf } from '../../shared/purchase.ts'
import type { Chain } from '../chain/chain.ts'
import { clearAttention, patienceUsed, raiseAttention } from './attention.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { payStep, type PurchaseRecord } from './purchase-record.ts'
import { applyEvent, firstUntaken, readEvents } from './purchase-repository.ts'

const MISSING_AFTER_MS = 24 * 3_600_000
/** What most nodes answer in one go, and how many goes one look takes. */
const BLOCKS_AT_ONCE = 1_000n
const GOES = 20
/** How much higher a payment can be mined after a reorganization than before. */
const REORG_BLOCKS = 64n

/** The next block to be searched, per purchase, in this process. */
export type RefundCursors = Map<string, bigint>

/** Whether a purchase failed and its coins have not come back. */
export function awaitsRefund({ state }: PurchaseRecord): boolean {
  return deliveryOf(state.serviceStatus) === 'failed' && state.refund === 'none'
}

/** Epoch milliseconds at which the service first said that the purchase failed. */
export function failedAt(context: PurchaseContext, record: PurchaseRecord): number {
  const failed = readEvents(context.ledger, record.id).find(({ status }) => deliveryOf(status) === 'failed')
  return failed?.at ?? record.createdAt
}

/**
 * Looks on chain for a failed purchase's coins coming back: the same token and amount, after the payment, not counted before. The
 * person is asked after a day. AppError where the network does not answer.
 */
export async function findRefund(
  context: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  cursors: RefundCursors,
): Promise<void> {
  if (patienceUsed(context, record.id, failedAt(context, record)) > MISSING_AFTER_MS) {
    raiseAttention(context, record.id, 'refund-missing')
  }
  const { token, payment } = record.terms
  const first = firstBlock(context, record)
  // A native coin comes back without a trace in the logs: that a person must see for themselves.
  if (token.address === null || first === null) return
  const [head, finalized] = await Promise.all([chain.head(), chain.finalized()])
  let from = cursors.get(record.id) ?? first
  for (let go = 0; go < GOES && from < head; go++) {
    const last = from + BLOCKS_AT_ONCE - 1n
    // The newest block waits for a confirmation.
    const to = last < head - 1n ? last : head - 1n
    const transfers = await chain.transfersTo(token.address, record.from, from, to)
    const back = transfers.filter(({ units }) => units === payment.units).map(({ hash }) => hash)
    const hash = firstUntaken(context.ledger, back)
    if (hash !== null) {
      const { units } = payment
      applyEvent(context.ledger, record.id, { type: 'refund-seen' }, context.now(), { refund: { hash, units } })
      clearAttention(context, record.id, 'refund-missing')
      context.onChanged(record.id)
      return
    }
    from = to + 1n
    cursors.set(record.id, to <= finalized ? from : finalized + 1n > first ? finalized + 1n : first)
  }
}

/** The first block that can hold a refund: the payment's, or one before where the payment was taken back and mined again. */
function firstBlock({ ledger }: PurchaseContext, record: PurchaseRecord): bigint | null {
  const paidIn = payStep(record).blockNumber
  if (paidIn === null || !readEvents(ledger, record.id).some(({ type }) => type === 'reorged')) return paidIn
  return paidIn > REORG_BLOCKS ? paidIn - REORG_BLOCKS : 0n
}
