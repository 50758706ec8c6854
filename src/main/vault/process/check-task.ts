import type { Address, Hex } from 'viem'
import { concat, isAddressEqual, numberToHex, pad } from 'viem/utils'
import { AppError } from '../../../shared/errors.ts'
import type { SigningTask } from './vault-messages.ts'

// The selector of ERC-20 `transfer`.
const TRANSFER = '0xa9059cbb'
const APPROVE = '0x095ea7b3'
// An escrow router's `withdrawERC20Refund`, by record and as a sum.
const CLAIM_RECORD = '0xaa6694b1'
const CLAIM_SUM = '0x48d20d16'

/** Calls that no router payment may be; each is signed only as the expected one. */
const notPlain: readonly string[] = [TRANSFER, APPROVE, CLAIM_RECORD, CLAIM_SUM]

type Transaction = SigningTask['transaction']
type Expected = SigningTask['expected']

/**
 * Throws AppError `quote-refused` for a transaction with an unauthorized chain, nonce or recipient. Its transfer, allowance or claim must
 * be the expected one; if none is expected, it must not move coins or approve anything directly.
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

function doesAsSaid(transaction: Transaction, { sends, approves, claims, from }: Expected): boolean {
  if (approves) return isCall(transaction, approves.token, [APPROVE, approves.spender, approves.units])
  if (claims) return isClaim(transaction, claims, from)
  if (!sends) return !(transaction.value || notPlain.includes(selectorOf(transaction)))
  const { token, recipient, units } = sends
  if (token !== null) return isCall(transaction, token, [TRANSFER, recipient, units])
  const { to, data = '0x', value = 0n } = transaction
  return !!to && isAddressEqual(to, recipient) && data === '0x' && value === units
}

/** A sum may only be claimed for the signing account. */
function isClaim(transaction: Transaction, claims: NonNullable<Expected['claims']>, from: Address): boolean {
  const { router, serviceId } = claims
  if ('recordId' in claims) return isCall(transaction, router, [CLAIM_RECORD, serviceId, claims.recordId])
  const { token, refundee } = claims
  return isAddressEqual(refundee, from) && isCall(transaction, router, [CLAIM_SUM, serviceId, token, refundee])
}

/** Returns whether the bytes are exactly this contract call, without native coins. */
function isCall(
  { to, data = '0x', value = 0n }: Transaction,
  contract: Address,
  [selector, ...args]: readonly [selector: Hex, ...args: readonly (Address | bigint)[]],
): boolean {
  const words = args.map((arg) => (typeof arg === 'bigint' ? numberToHex(arg, { size: 32 }) : pad(arg)))
  const call = concat([selector, ...words])
  return !!to && isAddressEqual(to, contract) && value === 0n && data.toLowerCase() === call.toLowerCase()
}

function selectorOf({ data = '0x' }: Transaction): string {
  return data.slice(0, 10).toLowerCase()
}
