import type { ArrivalView, ExternalPaymentView } from '../../../../shared/external/views.ts'

/** Returns what the account sent that is asked about or bought nothing, and is not back. A stranger’s coins are left out. */
export function sentCoins({
  arrivals,
  unused,
}: Pick<ExternalPaymentView, 'arrivals' | 'unused'>): readonly ArrivalView[] {
  return [...arrivals.filter(({ reason }) => reason !== 'other-sender'), ...unused.filter(({ isBack }) => !isBack)]
}
