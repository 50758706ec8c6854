import type { Address } from 'viem'
import { NATIVE_DECIMALS } from '../../chain/guard/native-coin.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ExternalPayment, Finding } from './external-payment.ts'
import { isSameToken } from './judge-arrivals.ts'

/** Returns what a coin on a payment's network is called: by its terms, or by the service in use; unlisted ones by their contract. */
export function coinOf(
  { current }: Pick<PurchaseContext, 'current'>,
  { terms: { token, network } }: Pick<ExternalPayment, 'terms'>,
  contract: Address | null,
): Pick<Finding, 'symbol' | 'decimals'> {
  if (isSameToken(contract, token.address)) return { symbol: token.symbol, decimals: token.decimals }
  if (contract === null) return { symbol: network.nativeSymbol, decimals: NATIVE_DECIMALS }
  const tokens = current()?.networks.find(({ key }) => key === network.key)?.tokens ?? []
  const listed = tokens.find(({ address }) => isSameToken(address, contract))
  return listed ? { symbol: listed.symbol, decimals: listed.decimals } : { symbol: contract, decimals: 0 }
}
