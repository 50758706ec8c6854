import { registrableReasons, type ArrivalReason } from '../../../../shared/external/arrival-reasons.ts'
import type { ArrivalView, ExternalPaymentView } from '../../../../shared/external/views.ts'

/** Returns what an arrival is called: `gone` if the chain lost it, `besides` once its purchase is paid and nothing else can pay it. */
export function arrivalKind(
  { state }: Pick<ExternalPaymentView, 'state'>,
  { reason, isGone }: Pick<ArrivalView, 'reason' | 'isGone'>,
): ArrivalReason | 'besides' | 'gone' {
  if (isGone) return 'gone'
  const isOfThePayment = registrableReasons.includes(reason) || reason === 'other-token'
  return state === 'paid' && isOfThePayment ? 'besides' : reason
}
