import { isAddressEqual, zeroAddress, type Address } from 'viem'
import { AppError } from '../../shared/errors.ts'
import type { RecipientCheckView } from '../../shared/transfers/views.ts'
import { readAddress } from '../chain/read/read-address.ts'
import type { KnownAddress } from './warn.ts'

type Problem = NonNullable<RecipientCheckView['problem']>

/**
 * Returns the typed address, or why nothing can be sent there: it is malformed, the zero address, the account's own or the coin's contract.
 */
export function checkRecipient(
  text: string,
  { from, token }: { readonly from: Address; readonly token: Address | null },
): { readonly address: Address } | { readonly problem: Problem } {
  const read = readAddress(text)
  if ('problem' in read) return read
  const { address } = read
  if (isAddressEqual(address, zeroAddress)) return { problem: 'nobody' }
  if (isAddressEqual(address, from)) return { problem: 'self' }
  if (token !== null && isAddressEqual(address, token)) return { problem: 'own-contract' }
  return { address }
}

/** Returns the typed address; throws AppError `invalid-input` with the problem as its reason. */
export function recipientOrThrow(text: string, sending: Parameters<typeof checkRecipient>[1]): Address {
  const checked = checkRecipient(text, sending)
  if ('address' in checked) return checked.address
  throw new AppError('invalid-input', 'Nothing is sent there', { details: { reason: checked.problem } })
}

/** Returns the person's name for an address, as a recipient or as an own account; null for none. */
export function nameOf(known: readonly KnownAddress[], address: Address): string | null {
  const names = known.filter((one) => one.name !== null && isAddressEqual(one.address, address))
  return (names.find(({ as }) => as === 'named') ?? names.find(({ as }) => as === 'own'))?.name ?? null
}
