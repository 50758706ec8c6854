import { concat, isAddressEqual, numberToHex, pad } from 'viem/utils'
import { AppError } from '../../shared/errors.ts'
import type { SigningTask } from './vault-messages.ts'

const TRANSFER = '0xa9059cbb'

/** Refuses (AppError `quote-refused`) a transaction whose chain, nonce or recipient is not what was authorized, or that sends anything else. */
export function checkTask({ transaction, expected }: SigningTask): void {
  const fits =
    transaction.chainId === expected.chainId &&
    transaction.nonce === expected.nonce &&
    transaction.to !== null &&
    transaction.to !== undefined &&
    isAddressEqual(transaction.to, expected.to) &&
    (transaction.accessList === undefined || transaction.accessList.length === 0) &&
    (expected.sends === undefined || isSending(transaction, expected.sends))
  if (!fits) throw new AppError('quote-refused', 'The transaction is not the one that was authorized')
}

/** Whether the bytes are exactly one transfer: of a token (ERC-20), or of the network's own coin without data. */
function isSending(
  { to, data = '0x', value = 0n }: SigningTask['transaction'],
  { token, recipient, units }: NonNullable<SigningTask['expected']['sends']>,
): boolean {
  if (!to) return false
  if (token === null) return isAddressEqual(to, recipient) && data === '0x' && value === units
  const call = concat([TRANSFER, pad(recipient), numberToHex(units, { size: 32 })])
  return isAddressEqual(to, token) && value === 0n && data.toLowerCase() === call.toLowerCase()
}
