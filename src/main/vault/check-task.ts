import { isAddressEqual } from 'viem/utils'
import { AppError } from '../../shared/errors.ts'
import type { SigningTask } from './vault-messages.ts'

/** Refuses (AppError `quote-refused`) a transaction whose chain, nonce or recipient is not the purchase's. */
export function checkTask({ transaction, expected }: SigningTask): void {
  const fits =
    transaction.chainId === expected.chainId &&
    transaction.nonce === expected.nonce &&
    transaction.to !== null &&
    transaction.to !== undefined &&
    isAddressEqual(transaction.to, expected.to) &&
    (transaction.accessList === undefined || transaction.accessList.length === 0)
  if (!fits) throw new AppError('quote-refused', 'The transaction is not the one that was authorized')
}
