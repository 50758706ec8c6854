import type { PurchaseView } from '../../../shared/views.ts'
import { actionsFor } from './actions.ts'

type Steps = Pick<PurchaseView, 'steps'>
const taken = new Set(['mined', 'confirmed', 'final'])

/** Whether the network took a permission for a payment that then did not come about: it may still stand. */
export function leavesPermission({ status, steps }: Steps & Pick<PurchaseView, 'status'>): boolean {
  return status === 'not-paid' && steps.some(({ kind, state }) => kind === 'approve' && taken.has(state))
}

/** Whether what was signed last is a cancel that the network has not decided on yet. */
export function isCancelling({
  status,
  feeChange,
  steps,
}: Steps & Pick<PurchaseView, 'status' | 'feeChange'>): boolean {
  const pay = steps.find(({ kind }) => kind === 'pay')
  return status === 'paying' && feeChange?.action === 'cancel' && pay?.state === 'signed'
}

/** Which sentence says what is safe about a question: one that asks for corrections stands only where they can be made. */
export function safeKey(
  reason: NonNullable<PurchaseView['attention']>,
  purchase: Parameters<typeof actionsFor>[0] & Pick<PurchaseView, 'waitingFor'>,
): string {
  const offers = actionsFor({ ...purchase, attention: reason }, Date.parse(purchase.createdAt))
  if (reason === 'payment-dropped' && purchase.waitingFor?.what === 'proof') return `${reason}.safeUnclear`
  const troubled = troubledPart(reason, purchase)
  if (troubled !== null) return `${reason}.safe${troubled}`
  const isAboutDetails = reason === 'registration-rejected' || reason === 'registration-unanswered'
  return isAboutDetails && offers.includes('correct') ? `${reason}.safeOrCorrect` : `${reason}.safe`
}

/** Returns the key of the sentence that says what is known about a question: the one that names only what there is to name. */
export function knownKey(
  purchase: Pick<PurchaseView, 'attention' | 'refund' | 'registration' | 'service' | 'waitingFor' | 'networkTrouble'>,
): string {
  const { attention, refund, registration, service, waitingFor } = purchase
  if (attention === 'payment-dropped' && waitingFor?.what === 'proof') return `${attention}.knownUnclear`
  const troubled = troubledPart(attention, purchase)
  if (troubled !== null) return `${attention}.known${troubled}`
  if (attention === 'refund-possible' && !refund.possible?.at) return `${attention}.knownUndated`
  if (attention === 'registration-unanswered' && registration.lastStatus === null) return `${attention}.knownSilent`
  if (attention === 'delivery-late' && !service.status) return `${attention}.knownSilent`
  return `${attention}.known`
}

/** A payment that no block took for a reason of its network: waiting for it is all there is to do. */
function troubledPart(
  reason: PurchaseView['attention'],
  { networkTrouble }: Pick<PurchaseView, 'networkTrouble'>,
): 'Silent' | 'Still' | null {
  if (reason !== 'payment-dropped' || networkTrouble === null) return null
  return networkTrouble.what === 'silent' ? 'Silent' : 'Still'
}
