import type { Address } from 'viem'
import type { RecipientStatus } from '../../../shared/purchases/state.ts'

/**
 * Judges a payment's recipient: by the addresses paid before for the same service on the same chain, and by the contracts that the service
 * lists there. Neither protects from a dishonest service: the result is shown to the person, or asked about.
 */
export function judgeRecipient(
  recipient: Address,
  paidBefore: readonly string[],
  contracts: readonly Address[],
): RecipientStatus {
  const isAmong = (addresses: readonly string[]): boolean =>
    addresses.some((address) => address.toLowerCase() === recipient.toLowerCase())
  if (isAmong(paidBefore)) return 'known'
  const isNamed = isAmong(contracts)
  if (paidBefore.length > 0) return isNamed ? 'changed-named' : 'changed'
  if (isNamed) return 'first-named'
  return contracts.length > 0 ? 'first-unnamed' : 'first'
}
