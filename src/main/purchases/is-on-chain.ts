import { AppError } from '../../shared/errors.ts'
import { isUnpaidForGood } from '../../shared/purchases/state.ts'
import { findPurchase } from './find-purchase.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { payStep } from './purchase-record.ts'

/**
 * Asks the nodes of a purchase's network whether a block holds its payment; null if it never left the wallet. Throws AppError if the network
 * is silent, or `offline` if its service is gone.
 */
export async function isOnChain(
  context: Pick<PurchaseContext, 'ledger' | 'service' | 'chain'>,
  id: string,
): Promise<boolean | null> {
  const record = findPurchase(context.ledger, id)
  if (isUnpaidForGood(record.state)) return null
  const service = context.service(record.profileId)
  if (service === null) throw new AppError('offline', 'The service of this purchase is gone')
  const chain = context.chain(record.terms.network, service.profile)
  const { minedHash, signed } = payStep(record)
  const own = signed.filter(({ purpose }) => purpose !== 'cancel').map(({ hash }) => hash)
  for (const hash of minedHash === null ? own.toReversed() : [minedHash]) {
    const receipt = await chain.receipt(hash)
    if (receipt?.succeeded) return true
  }
  return false
}
