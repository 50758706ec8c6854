import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { actionsFor, isOtherAmount } from '../purchase/actions.ts'
import { isConfirmed, isKeyRefused } from '../purchase/outcome.ts'
import { reportKeys } from './report-keys.ts'

type Reason = NonNullable<PurchaseView['attention']>
type Asking = Parameters<typeof actionsFor>[0] &
  Pick<PurchaseView, 'isPaidAsReported' | 'steps' | 'service' | 'feeChange'>

/** Returns the key of the title for an attention reason. */
export function attentionTitleKey(reason: Reason, purchase: Pick<PurchaseView, 'isPaidAsReported' | 'steps'>): string {
  const part = unconfirmedPart(reason, purchase)
  if (reason === 'refund-missing' && !isPaid(purchase)) return 'attention.refund-missing.titleUnconfirmed'
  return `attention.${part ?? reason}.title`
}

/** Returns the message keys for what is known about an attention reason. */
export function knownKeys(purchase: Asking): string[] {
  const { attention, refund, registration, service, networkTrouble } = purchase
  if (attention === null) return []
  const of = (part: string): string => `attention.${attention}.${part}`
  const part = unconfirmedPart(attention, purchase)
  if (part !== null) return [`attention.${part}.known`]
  const dropped = droppedPart(attention, purchase)
  if (dropped === 'Stalled' && networkTrouble) return ['networkTrouble.stalled', of('knownStalled')]
  if (dropped !== null) return [of(`known${dropped}`)]
  if (isKeyRefused(attention, registration)) return [of('knownDuplicate')]
  if (attention === 'registration-unanswered') {
    return [of(registration.unclear ? 'knownUnclear' : 'known'), ...reportKeys(purchase)]
  }
  if (attention === 'refund-possible') return [of(`known${refundPart(refund.possible)}`)]
  if (attention === 'refund-missing' && !isPaid(purchase)) return [of('knownUnconfirmed')]
  if (attention === 'delivery-late' && !service.status) return [of('knownSilent')]
  return [of('known')]
}

/** Returns the message key for what is safe to do; it recommends only actions that are offered and help. */
export function safeKey(purchase: Asking): string | null {
  const { attention, registration, refund } = purchase
  if (attention === null) return null
  const of = (part: string): string => `attention.${attention}.${part}`
  const offers = actionsFor(purchase, Date.parse(purchase.createdAt))
  const part = unconfirmedPart(attention, purchase)
  if (part !== null) return `attention.${part}.safe`
  const dropped = droppedPart(attention, purchase)
  if (dropped !== null) return of(`safe${dropped}`)
  if (attention === 'payment-dropped' && purchase.feeChange?.action === 'cancel') return of('safeCancelling')
  if (attention === 'payment-dropped' && !(offers.includes('speed-up') && helpsFee(purchase)))
    return of('safeOnlyAgain')
  if (isKeyRefused(attention, registration)) return of('safeDuplicate')
  if (attention === 'refund-possible') return of(`safe${refundPart(refund.possible).replace('Undated', '')}`)
  if (attention === 'registration-refused-access' && registration.lastError === 'service-forbidden') {
    return of('safeForbidden')
  }
  if (attention === 'registration-rejected' && isOtherAmount(purchase)) return of('safeOtherAmount')
  const isAboutDetails = attention === 'registration-rejected' || attention === 'registration-unanswered'
  return isAboutDetails && offers.includes('correct') ? of('safeOrCorrect') : of('safe')
}

/** Questions about a purchase that may still be delivered. */
const open: readonly Reason[] = [
  'registration-rejected',
  'registration-refused-access',
  'registration-unanswered',
  'payment-dropped',
  'delivery-late',
  'other-payment-mined',
]

/** Returns the message key that warns of a second purchase while the first may still be delivered; null if it cannot. */
export function againKey({ attention }: Pick<PurchaseView, 'attention'>): string | null {
  return attention !== null && open.includes(attention) ? 'outcome.notAgain' : null
}

/** Returns the key part for the doubt about a transfer: its proof, its amount or its sender. */
function refundPart(
  possible: PurchaseView['refund']['possible'],
): 'Unconfirmed' | 'Together' | 'Other' | 'Undated' | '' {
  if (possible?.isProven === false) return 'Unconfirmed'
  if (possible !== null && possible.count > 1) return 'Together'
  if (possible?.isKnown) return 'Other'
  return possible?.at ? '' : 'Undated'
}

/** Returns whether a node showed that the payment went through. */
function isPaid(purchase: Pick<PurchaseView, 'isPaidAsReported' | 'steps'>): boolean {
  return isConfirmed(purchase) && !purchase.isPaidAsReported
}

/** Returns the key part for a registration whose payment is unproven or no longer confirmed. */
function unconfirmedPart(
  reason: Reason,
  purchase: Pick<PurchaseView, 'isPaidAsReported' | 'steps'>,
): 'asReported' | 'unconfirmed' | null {
  if (!reason.startsWith('registration-') || isPaid(purchase)) return null
  return purchase.isPaidAsReported ? 'asReported' : 'unconfirmed'
}

/** Returns whether a higher fee may help, judging by the nodes' reasons for refusing the payment. */
function helpsFee({ waitingFor }: Pick<PurchaseView, 'waitingFor'>): boolean {
  const refusal = waitingFor?.refusal
  return refusal === undefined || refusal === 'fee-too-low' || refusal === 'network-busy'
}

/** Returns the key part for a dropped payment's cause, if it is known. */
function droppedPart(
  reason: Reason,
  { waitingFor, networkTrouble }: Pick<PurchaseView, 'waitingFor' | 'networkTrouble'>,
): 'Unclear' | 'Silent' | 'Stalled' | 'Gap' | null {
  if (reason !== 'payment-dropped') return null
  if (waitingFor?.what === 'proof') return 'Unclear'
  if (networkTrouble !== null) return networkTrouble.what === 'silent' ? 'Silent' : 'Stalled'
  return waitingFor?.what === 'gap' ? 'Gap' : null
}
