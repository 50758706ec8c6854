import { compareDecimals } from '../../../shared/money.ts'
import type { QuoteRefusal } from '../../../shared/purchases/state.ts'
import { isSameSymbol } from '../../../shared/networks/coin-names.ts'
import { isNativePlaceholder, judgeNativeCoin, nativeSymbolOf, NATIVE_DECIMALS } from '../../chain/guard/native-coin.ts'
import type { Quote } from '../../service/operations/create-quote.ts'
import type { Choice, Priced } from './offer.ts'

/** Returns what a quote offers that differs from the choice, or null. */
export function findMismatch({ product, token }: Priced, quote: Quote): QuoteRefusal | null {
  if (quote.sku !== product.sku) return 'wrong-product'
  if (quote.fiatCurrency !== product.fiatCurrency) return 'wrong-fiat'
  if (compareDecimals(quote.fiatAmount, product.fiatValue) !== 0) return 'wrong-fiat'
  const asset = quote.digitalAsset.toLowerCase()
  return asset === token.symbol.toLowerCase() || asset === token.address.toLowerCase() ? null : 'wrong-coin'
}

/** Returns whether the chosen token is listed under an address of the network's native coin, whatever its listed name. */
export function isNative({ token, network }: Choice): boolean {
  return isNativePlaceholder(token.address) || network.nativeAddress.toLowerCase() === token.address.toLowerCase()
}

/** Returns whether the network's native coin, or a chosen token that stands for it, is listed as another coin than the chain's. */
export function isNativeMisnamed(choice: Choice): boolean {
  const { token, network } = choice
  const { chainId } = network
  const symbol = nativeSymbolOf(chainId, network.nativeSymbol)
  if (judgeNativeCoin({ chainId, symbol, decimals: NATIVE_DECIMALS }) === 'lie') return true
  return isNative(choice) && !(isSameSymbol(token.symbol, symbol) && token.decimals === NATIVE_DECIMALS)
}
