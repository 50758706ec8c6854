import { toUnits, type Decimal } from '../money.ts'

/** A payment that a code asks for, in a coin of one network. */
export interface AskedPayment {
  /** Where the coins should go. */
  readonly to: string
  readonly chainId: number
  /** The contract of the coin; null for the network's native coin. */
  readonly token: string | null
  readonly decimals: number
  /** Null leaves the amount to the sender. */
  readonly amount: Decimal | null
}

/**
 * Returns the EIP-681 URI of a payment: a call of the coin's `transfer`, or plain coins of the network. The amount is in the coin's units.
 * Throws RangeError if it has more decimals than the coin.
 */
export function paymentUri({ to, chainId, token, decimals, amount }: AskedPayment): string {
  const units = amount === null ? null : toUnits(amount, decimals).toString()
  if (token === null) return `ethereum:${to}@${chainId}${units === null ? '' : `?value=${units}`}`
  return `ethereum:${token}@${chainId}/transfer?address=${to}${units === null ? '' : `&uint256=${units}`}`
}
