import type { Address } from 'viem'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/service-client.ts'
import { hasAcceptedTerms, storeConsent } from './terms-repository.ts'

/**
 * Returns whether this wallet has accepted the service's terms: from the ledger, else by asking the service once, which may not know the
 * wallet. No answer counts as no, so that the person is asked.
 */
export async function readTerms(context: PurchaseContext, service: ProfileService, address: Address): Promise<boolean> {
  if (hasAcceptedTerms(context.ledger, service.profileId, address)) return true
  const key = `${service.profileId} ${address}`
  const answered = context.termsAnswers.get(key)
  if (answered !== undefined) return answered
  try {
    const { hasAcceptedTerms: accepted } = await service.client.getWallet(address)
    context.termsAnswers.set(key, accepted)
    if (accepted) storeConsent(context.ledger, service.profileId, address, context.now())
    return accepted
  } catch {
    return false
  }
}
