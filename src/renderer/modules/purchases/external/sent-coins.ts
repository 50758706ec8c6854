import type { ArrivalView, ExternalPaymentView } from '../../../../shared/external/views.ts'

/** Returns what the account sent for a payment and no purchase uses, or is a question. What strangers sent, and what came back, is left out. */
export function sentCoins({
  arrivals,
  unused,
}: Pick<ExternalPaymentView, 'arrivals' | 'unused'>): readonly ArrivalView[] {
  return [...arrivals.filter(({ reason }) => reason !== 'other-sender'), ...unused.filter(({ isBack }) => !isBack)]
}
