import type { Hash } from 'viem'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ExternalPayment } from './external-payment.ts'

/**
 * Returns the name of another network of the service in use on which most nodes show a transaction: the wallet may have paid there. Null if
 * none shows it; a silent network shows nothing.
 */
export async function findOnOtherNetwork(
  context: PurchaseContext,
  { terms }: Pick<ExternalPayment, 'terms'>,
  hash: Hash,
): Promise<string | null> {
  const others = context.current()?.networks.filter(({ network }) => network.chainId !== terms.network.chainId) ?? []
  const names = others.map(async ({ network, chain }) => {
    const receipt = await chain.receipt(hash)
    // One node may say anything: the payment may still come where it was asked.
    if (receipt?.isBacked !== true) throw new Error('It is not there')
    return network.name
  })
  return Promise.any(names).catch(() => null)
}
