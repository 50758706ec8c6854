import { nullIfDamaged } from '../../db/null-if-damaged.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { listUnnamed, readExternal, writeCoinName } from './external-repository.ts'
import type { Address } from 'viem'
import { NATIVE_DECIMALS } from '../../chain/guard/native-coin.ts'
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

/** Names what arrived before its coin's name was stored, as the payment's own service lists it. */
export function nameCoins(context: Pick<PurchaseContext, 'ledger' | 'current'>): void {
  const { ledger, current } = context
  for (const place of listUnnamed(ledger)) {
    const payment = nullIfDamaged(() => readExternal(ledger, place.paymentId))
    if (payment === null || payment.profileId !== current()?.profileId) continue
    writeCoinName(ledger, place, coinOf(context, payment, place.token))
  }
}
