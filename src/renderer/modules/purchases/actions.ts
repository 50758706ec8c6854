import type { PurchaseView } from '../../../shared/views.ts'

export type PurchaseAction = 'retry' | 'waive' | 'again'

const retriable = ['registration-rejected', 'registration-refused-access', 'payment-dropped', 'refund-missing']

/** What a person may do with a purchase now, the most likely first. */
export function actionsFor(
  purchase: Pick<PurchaseView, 'status' | 'attention' | 'refund' | 'ended'>,
): PurchaseAction[] {
  const { status, attention, refund, ended } = purchase
  if (ended || status === 'delivered') return ['again']
  if (status === 'failed' || attention === 'refund-missing') {
    return refund.state === 'none' ? ['retry', 'waive'] : ['again']
  }
  if (attention !== null) return retriable.includes(attention) ? ['retry'] : []
  return ['retry']
}
