import { awaitsRefund } from '../../../shared/purchases/state.ts'
import { clearAttention } from '../attention.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { applyEvent, readState } from '../purchase-repository.ts'
import { readOpenRefunds } from './refund-repository.ts'

/**
 * Raises the question `refund-possible` if find-refund.ts stored a transfer that the person has not judged yet, in place of the
 * question about a missing refund; withdraws it if none is left. Finds and stores no transfer itself.
 */
export function askAboutRefund(context: PurchaseContext, id: string): void {
  const { ledger, now, onChanged } = context
  const state = readState(ledger, id)
  if (state === null || !awaitsRefund(state)) return
  if (readOpenRefunds(ledger, id).length === 0) return clearAttention(context, id, 'refund-possible')
  if (state.attention !== null && state.attention !== 'refund-missing') return
  applyEvent(ledger, id, { type: 'attention-raised', reason: 'refund-possible' }, now())
  onChanged(id)
}
