import type { Address, Hex } from 'viem'
import { concat, isAddressEqual, numberToHex, pad } from 'viem/utils'
import { AppError } from '../../shared/errors.ts'
import type { SigningTask } from './vault-messages.ts'

// Of ERC-20.
const TRANSFER = '0xa9059cbb'
const APPROVE = '0x095ea7b3'

type Transaction = SigningTask['transaction']
type Expected = SigningTask['expected']

/**
 * Refuses (AppError `quote-refused`) a transaction whose chain, nonce or recipient is not what was authorized, that moves or permits
 * anything but what was, or, where neither was said, that moves coins or permits anything on its own.
 */
export function checkTask({ transaction, expected }: SigningTask): void {
  const fits =
    transaction.chainId === expected.chainId &&
    transaction.nonce === expected.nonce &&
    transaction.to !== null &&
    transaction.to !== undefined &&
    isAddressEqual(transaction.to, expected.to) &&
    (transaction.accessList === undefined || transaction.accessList.length === 0) &&
    doesAsSaid(transaction, expected)
  if (!fits) throw new AppError('quote-refused', 'The transaction is not the one that was authorized')
}

function doesAsSaid(transaction: Transaction, { sends, approves }: Expected): boolean {
  if (approves) return isCall(transaction, approves.token, [APPROVE, approves.spender, approves.units])
  if (!sends) return !(transaction.value || [TRANSFER, APPROVE].includes(selectorOf(transaction)))
  const { token, recipient, units } = sends
  if (token !== null) return isCall(transaction, token, [TRANSFER, recipient, units])
  const { to, data = '0x', value = 0n } = transaction
  return !!to && isAddressEqual(to, recipient) && data === '0x' && value === units
}

/** Whether the bytes are exactly this call of a token's contract, without a coin on the way. */
function isCall(
  { to, data = '0x', value = 0n }: Transaction,
  token: Address,
  [selector, address, units]: readonly [selector: Hex, address: Address, units: bigint],
): boolean {
  const call = concat([selector, pad(address), numberToHex(units, { size: 32 })])
  return !!to && isAddressEqual(to, token) && value === 0n && data.toLowerCase() === call.toLowerCase()
}

function selectorOf({ data = '0x' }: Transaction): string {
  return data.slice(0, 10).toLowerCase()
}
