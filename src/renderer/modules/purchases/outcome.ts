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
  purchase: Parameters<typeof actionsFor>[0] & Pick<PurchaseView, 'paidByWord'>,
): string {
  const offers = actionsFor({ ...purchase, attention: reason }, Date.parse(purchase.createdAt))
  if (isByWord(reason, purchase)) return 'byWord.safe'
  const dropped = droppedPart(reason, purchase)
  if (dropped !== null) return `${reason}.safe${dropped}`
  if (isKeyRefused(reason, purchase.registration)) return `${reason}.safeDuplicate`
  const isAboutDetails = reason === 'registration-rejected' || reason === 'registration-unanswered'
  return isAboutDetails && offers.includes('correct') ? `${reason}.safeOrCorrect` : `${reason}.safe`
}

/** Returns the key of the sentence that says what is known about a question: the one that names only what there is to name. */
export function knownKey(
  purchase: Pick<
    PurchaseView,
    'attention' | 'refund' | 'registration' | 'service' | 'waitingFor' | 'networkTrouble' | 'paidByWord'
  >,
): string {
  const { attention, refund, registration, service } = purchase
  if (isByWord(attention, purchase)) return 'byWord.known'
  const dropped = droppedPart(attention, purchase)
  if (dropped !== null) return `${attention}.known${dropped}`
  if (isKeyRefused(attention, registration)) return `${attention}.knownDuplicate`
  if (attention === 'refund-possible' && !refund.possible?.at) return `${attention}.knownUndated`
  if (attention === 'registration-unanswered' && registration.lastStatus === null) return `${attention}.knownSilent`
  if (attention === 'delivery-late' && !service.status) return `${attention}.knownSilent`
  return `${attention}.known`
}

/** Whether a question is about a registration whose payment nobody has proven. */
function isByWord(reason: PurchaseView['attention'], { paidByWord }: Pick<PurchaseView, 'paidByWord'>): boolean {
  return paidByWord && (reason?.startsWith('registration-') ?? false)
}

/** Whether a purchase asks because the service refuses the key of its registration for good. */
export function isKeyRefused(
  attention: PurchaseView['attention'],
  { keyRefused }: Pick<PurchaseView['registration'], 'keyRefused'>,
): boolean {
  return attention === 'registration-unanswered' && keyRefused
}

/** Which words say why no block took a payment, where more is known than that. */
function droppedPart(
  reason: PurchaseView['attention'],
  { waitingFor, networkTrouble }: Pick<PurchaseView, 'waitingFor' | 'networkTrouble'>,
): 'Unclear' | 'Silent' | 'Still' | 'Gap' | null {
  if (reason !== 'payment-dropped') return null
  if (waitingFor?.what === 'proof') return 'Unclear'
  if (networkTrouble !== null) return networkTrouble.what === 'silent' ? 'Silent' : 'Still'
  return waitingFor?.what === 'gap' ? 'Gap' : null
}
