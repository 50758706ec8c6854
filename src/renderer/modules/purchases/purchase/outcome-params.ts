import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import type { Formats } from '../../../app/formats/formats.ts'
import { spentFees } from './spent-fees.ts'

/** Returns every value that a message about a purchase may name, formatted for the locale; `now` is in epoch milliseconds. */
export function outcomeParams(
  purchase: PurchaseView,
  formats: Formats,
  now: number,
  group: (reference: string) => string,
): Readonly<Record<string, string>> {
  const { refund, registration, networkTrouble, feeChange, waitingFor, status } = purchase
  const coin = (amount: string): string => formats.coin(amount, purchase.tokenSymbol)
  const clock = (at: string | null | undefined): string => (at ? formats.clock(Date.parse(at), now) : '')
  const hash = purchase.steps.find(({ kind }) => kind === 'pay')?.hash ?? ''
  const fee = spentFees(purchase)
  return {
    total: coin(purchase.totalAmount),
    asked: purchase.externalAsked === null ? '' : coin(purchase.externalAsked),
    amount: coin(refund.amount ?? purchase.totalAmount),
    missing: coin(refund.missing),
    parts: formats.number(refund.parts.length),
    came: refund.possible ? coin(refund.possible.amount) : '',
    count: formats.number(refund.possible?.count ?? 1),
    from: (status === 'refunded' ? refund.parts.at(-1)?.from : refund.possible?.from) ?? '',
    cameAt: refund.possible?.at ? formats.exactly(Date.parse(refund.possible.at)) : '',
    // The details show the full hash.
    hash: `${hash.slice(0, 10)}…${hash.slice(-6)}`,
    answer: String(registration.lastStatus ?? ''),
    words: registration.lastMessage ?? '',
    status: purchase.service.status ?? '',
    since: clock(networkTrouble?.since),
    fee: fee === null ? '' : formats.coin(fee, purchase.nativeSymbol),
    to: purchase.reference ? group(purchase.reference) : '',
    price: formats.price(purchase.fiatCurrency, purchase.fiatAmount),
    brand: purchase.brandName,
    network: purchase.networkName,
    until: clock(waitingFor?.until),
    at: clock(feeChange?.at),
  }
}
