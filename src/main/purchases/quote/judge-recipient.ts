import type { Address } from 'viem'
import type { RecipientStanding } from '../../../shared/purchases/state.ts'

/**
 * Judges whom a payment goes to: by the addresses that were paid before for the same service on the same chain, and by the contracts that
 * the service names there. Neither proves anything of a dishonest service: this is what a person is told or asked.
 */
export function judgeRecipient(
  recipient: Address,
  paidBefore: readonly string[],
  contracts: readonly Address[],
): RecipientStanding {
  const isAmong = (addresses: readonly string[]): boolean =>
    addresses.some((address) => address.toLowerCase() === recipient.toLowerCase())
  if (isAmong(paidBefore)) return 'known'
  const isNamed = isAmong(contracts)
  if (paidBefore.length > 0) return isNamed ? 'changed-named' : 'changed'
  if (isNamed) return 'first-named'
  return contracts.length > 0 ? 'first-unnamed' : 'first'
}
