import { isDollarName } from '../../../shared/networks/coin-names.ts'
import type { Quote } from '../../service/operations/create-quote.ts'
import type { ProfileService } from '../../service/service-client.ts'
import { serviceKey } from '../../settings/save-profile.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { findMismatch } from './check-quote.ts'
import { judgeParts } from './judge-parts.ts'
import { judgePrice } from './judge-price.ts'
import type { Priced } from './offer.ts'
import { writeQuotedFee } from './quoted-fee-repository.ts'

/**
 * Stores the fee that a quote in dollar coins tells, whoever asked for it and whether or not it is paid: a shop's prices contain it. The
 * total is what is paid, even if its parts are rounded. A quote that cannot be paid, or asks too much, teaches nothing.
 */
export function storeFee(
  { ledger, now }: Pick<PurchaseContext, 'ledger' | 'now'>,
  { profile }: Pick<ProfileService, 'profile'>,
  choice: Priced,
  quote: Quote,
): void {
  const { symbol } = choice.token
  const { sku, digitalAssetAmount: amount, totalAmount: total } = quote
  if (!isDollarName(symbol) || findMismatch(choice, quote) !== null || judgeParts(quote)?.areTooLow) return
  if (judgePrice(choice.product.listed, { symbol, total }) !== 'usual') return
  writeQuotedFee(ledger, serviceKey(profile), { sku, amount, total }, now())
}
