import { registrableReasons, type ArrivalReason } from '../../../../shared/external/arrival-reasons.ts'
import type { ArrivalView, ExternalPaymentView } from '../../../../shared/external/views.ts'

/** Returns what an arrival is called: `besides` once its purchase is paid and nothing else can pay it. */
export function arrivalKind(
  { state }: Pick<ExternalPaymentView, 'state'>,
  { reason }: Pick<ArrivalView, 'reason'>,
): ArrivalReason | 'besides' {
  const isOfThePayment = registrableReasons.includes(reason) || reason === 'other-token'
  return state === 'paid' && isOfThePayment ? 'besides' : reason
}
