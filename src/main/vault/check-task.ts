import { isAddressEqual, type Address } from 'viem'
import { AppError } from '../../shared/errors.ts'
import type { SigningTask } from './vault-messages.ts'

/** Refuses (AppError `quote-refused`) a transaction whose chain, nonce, sender or recipient is not the purchase's. */
export function checkTask({ transaction, expected }: SigningTask, signer: Address): void {
  const fits =
    transaction.chainId === expected.chainId &&
    transaction.nonce === expected.nonce &&
    transaction.to !== null &&
    transaction.to !== undefined &&
    isAddressEqual(transaction.to, expected.to) &&
    isAddressEqual(signer, expected.from) &&
    (transaction.accessList === undefined || transaction.accessList.length === 0)
  if (!fits) throw new AppError('quote-refused', 'The transaction is not the one that was authorized')
}
