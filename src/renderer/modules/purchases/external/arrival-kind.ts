import {
  registrableReasons,
  type ArrivalReason,
  type ArrivalView,
  type ExternalPaymentView,
} from '../../../../shared/external/views.ts'

/** Returns what an arrival is called: `besides` once its purchase is paid and nothing else can pay it. */
export function arrivalKind(
  { state }: Pick<ExternalPaymentView, 'state'>,
  { reason }: Pick<ArrivalView, 'reason'>,
): ArrivalReason | 'besides' {
  return state === 'paid' && registrableReasons.includes(reason) ? 'besides' : reason
}
