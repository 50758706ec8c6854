import { AppError } from '../../../shared/errors.ts'
import { fromUnits, toUnits, type Decimal } from '../../../shared/money.ts'
import type { Profile } from '../../../shared/services/profile.ts'
import { NATIVE_DECIMALS } from './native-coin.ts'
import { findKnownChain } from '../registry/find-known-chain.ts'

const ELSEWHERE: Decimal = '0.05'

/**
 * Returns the highest network fee per consent that needs no password, in wei: the profile's, else the registry's, else 0.05. Nodes have no
 * say in it.
 */
export function feeCap(chainId: number, { feeCaps }: Pick<Profile, 'feeCaps'>): bigint {
  return toUnits(feeCaps[String(chainId)] ?? findKnownChain(chainId)?.feeCap ?? ELSEWHERE, NATIVE_DECIMALS)
}

/** Returns the cap in the native coin, as decimal text, if a fee exceeds it and needs the password; else null. */
export function exceededCap(fee: bigint, cap: bigint): Decimal | null {
  return fee > cap ? fromUnits(cap, NATIVE_DECIMALS) : null
}

/** Throws AppError `quote-changed` if a fee exceeds the cap and the password was not given for it. */
export function assertFeeAccepted(isAboveCap: boolean, acceptFee: boolean): void {
  if (!isAboveCap || acceptFee) return
  throw new AppError('quote-changed', 'The network fee is above the cap', { details: { reason: 'fee' } })
}
