import { nullIfDamaged } from '../../db/null-if-damaged.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { coinOf } from './coin-of.ts'
import { listUnnamed, readExternal, writeCoinName } from './external-repository.ts'

/** Names what arrived before its coin's name was stored, as the payment's own service lists it. */
export function nameCoins(context: Pick<PurchaseContext, 'ledger' | 'current'>): void {
  const { ledger, current } = context
  for (const place of listUnnamed(ledger)) {
    const payment = nullIfDamaged(() => readExternal(ledger, place.paymentId))
    if (payment === null || payment.profileId !== current()?.profileId) continue
    writeCoinName(ledger, place, coinOf(context, payment, place.token))
  }
}
