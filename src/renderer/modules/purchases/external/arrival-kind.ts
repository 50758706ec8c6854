import { registrableReasons, type ArrivalReason } from '../../../../shared/external/arrival-reasons.ts'
import type { ArrivalView, ExternalPaymentView } from '../../../../shared/external/views.ts'

type ArrivalKind = ArrivalReason | 'own-account' | 'besides' | 'twin' | 'gone'

/**
 * Returns what an arrival is called: `gone` if the chain lost it, `own-account` if another account of the user sent it (`owner` is its
 * name), `besides` once its purchase is paid and nothing else can pay it, `twin` if the right amount arrived too late and the same was
 * bought meanwhile.
 */
export function arrivalKind(
  { state, same }: Pick<ExternalPaymentView, 'state' | 'same'>,
  { reason, isGone }: Pick<ArrivalView, 'reason' | 'isGone'>,
  owner: string | null,
): ArrivalKind {
  if (isGone) return 'gone'
  if (reason === 'other-sender' && owner !== null) return 'own-account'
  const isLate = reason === 'late' || reason === 'stopped'
  if (isLate && state !== 'paid' && same !== null && same.status !== 'arrived') return 'twin'
  const isOfThePayment = registrableReasons.includes(reason) || reason === 'other-token'
  return state === 'paid' && isOfThePayment ? 'besides' : reason
}
