import { compareDecimals } from '../../shared/money.ts'
import type { QuoteRefusal } from '../../shared/purchase.ts'
import { isNativePlaceholder } from '../chain/native-coin.ts'
import type { Quote } from '../service/create-quote.ts'
import type { Choice } from './offer.ts'

/** What a quote offers other than was chosen, or null. */
export function findMismatch({ product, token }: Choice, quote: Quote): QuoteRefusal | null {
  if (quote.sku !== product.sku) return 'wrong-product'
  if (quote.fiatCurrency !== product.fiatCurrency) return 'wrong-fiat'
  if (compareDecimals(quote.fiatAmount, product.fiatValue) !== 0) return 'wrong-fiat'
  const asset = quote.digitalAsset.toLowerCase()
  return asset === token.symbol.toLowerCase() || asset === token.address.toLowerCase() ? null : 'wrong-coin'
}

/** Whether the chosen token is the network's own coin: listed under its address, and named and counted as it is. */
export function isNative({ token, network }: Choice): boolean {
  const isListed =
    isNativePlaceholder(token.address) || network.nativeAddress.toLowerCase() === token.address.toLowerCase()
  return isListed && token.symbol === network.nativeSymbol && token.decimals === network.nativeDecimals
}

/** Whether the total keeps to the bounds the service lists for the token; a highest bound of 0 is none. */
export function isWithinAllowance({ token }: Choice, total: string): boolean {
  const { minAllowance, maxAllowance } = token
  if (minAllowance !== null && compareDecimals(total, minAllowance) < 0) return false
  return maxAllowance === null || compareDecimals(maxAllowance, '0') === 0 || compareDecimals(total, maxAllowance) <= 0
}
