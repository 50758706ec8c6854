import { AppError } from '../../shared/errors.ts'
import { fromUnits, toUnits, type Decimal } from '../../shared/money.ts'
import type { Profile } from '../../shared/profile.ts'

/** Several times what a busy day asks for, in the coin in which each network's fees are. */
const known: Readonly<Record<number, Decimal>> = {
  1: '0.05',
  10: '0.005',
  56: '0.01',
  137: '5',
  8453: '0.005',
  42161: '0.005',
  42220: '5',
  43114: '0.2',
}
const ELSEWHERE: Decimal = '0.05'
/** Of every EVM network's own coin, whatever a service lists. */
const DECIMALS = 18

/**
 * Most that the network fee of one consent comes to without the password, in smallest units of the network's own coin. No node has a say in
 * it: the profile's, else what is known of the network, else 0.05.
 */
export function feeCap(chainId: number, { feeCaps }: Pick<Profile, 'feeCaps'>): bigint {
  return toUnits(feeCaps[String(chainId)] ?? known[chainId] ?? ELSEWHERE, DECIMALS)
}

/** The cap, as decimal text in the network's own coin, where a fee is above it and takes the password; null where it is not. */
export function passedCap(fee: bigint, cap: bigint): Decimal | null {
  return fee > cap ? fromUnits(cap, DECIMALS) : null
}

/** Throws AppError `quote-changed` where a fee is above the cap and the password was not given for it. */
export function checkFeeAccepted(passed: Decimal | null, acceptFee: boolean): void {
  if (passed === null || acceptFee) return
  throw new AppError('quote-changed', 'The network fee is above the cap', { details: { reason: 'fee' } })
}
