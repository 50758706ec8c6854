import type { ArrivalView, ExternalPaymentView } from '../../../../shared/external/views.ts'

/** Returns what the account sent that is asked about or bought nothing, and is neither gone nor back. A stranger’s coins are left out. */
export function sentCoins({
  arrivals,
  unused,
}: Pick<ExternalPaymentView, 'arrivals' | 'unused'>): readonly ArrivalView[] {
  const asked = arrivals.filter(({ reason, isGone }) => reason !== 'other-sender' && !isGone)
  return [...asked, ...unused.filter(({ isBack }) => !isBack)]
}
