import type { Hash } from 'viem'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ExternalPayment } from './external-payment.ts'

/**
 * Returns the name of another network of the service in use on which a transaction is: the wallet may have paid there. Null if none shows it;
 * a silent network shows nothing.
 */
export async function findOnOtherNetwork(
  context: PurchaseContext,
  { terms }: Pick<ExternalPayment, 'terms'>,
  hash: Hash,
): Promise<string | null> {
  const others = context.current()?.networks.filter(({ network }) => network.chainId !== terms.network.chainId) ?? []
  const receipts = await Promise.all(others.map(({ chain }) => chain.receipt(hash).catch(() => null)))
  return others.find((_, index) => receipts[index] !== null)?.network.name ?? null
}
