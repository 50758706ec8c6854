import { AppError } from '../../shared/errors.ts'
import { toUnits, type Decimal } from '../../shared/money.ts'
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
 * Most that the network fee of one payment comes to without the password, in smallest units of the network's own coin. No node has a say in
 * it: the profile's, else what is known of the network, else 0.05.
 */
export function feeCap(chainId: number, { feeCaps }: Pick<Profile, 'feeCaps'>): bigint {
  return toUnits(feeCaps[String(chainId)] ?? known[chainId] ?? ELSEWHERE, DECIMALS)
}

/**
 * Throws AppError `not-allowed` where a fee is above `cap` and above twice the one that was agreed to before: for what is not worth
 * asking for the password.
 */
export function refuseAboveCap(fee: bigint, cap: bigint, agreed = 0n): void {
  if (fee <= cap || fee <= agreed * 2n) return
  throw new AppError('not-allowed', 'The network asks for an unusually high fee', { details: { reason: 'fee-cap' } })
}
