import { hexToBytes, type Hex } from 'viem'

/** The most gas units that one transaction may use. */
export const GAS_CEILING = 2_000_000n
/** The minimum on every chain; only an estimate shows whether it suffices. */
const MIN_GAS = 21_000n

/** The inputs for a transaction's gas limit, in units. */
export interface GasFacts {
  readonly data: Hex
  /** The network's estimate; null if the call would revert now. */
  readonly estimate: bigint | null
  /** The service's request; null for none. */
  readonly requested?: bigint | null
  /** Used if the network gives no estimate and there is no plausible request. */
  readonly fallback: bigint
}

/**
 * Returns a transaction's gas limit: the larger of the request and the estimate with a margin, never below what its bytes alone cost. It
 * exceeds the ceiling only if the estimate or the request does; guards refuse that.
 */
export function chooseGas({ data, estimate, requested = null, fallback }: GasFacts): bigint {
  const least = intrinsicGas(data)
  if (estimate === null) return requested !== null && requested >= least ? requested : max(fallback, least)
  return max(max(requested ?? 0n, least), withMargin(estimate, data))
}

/** Adds a margin for state that changes until the call is mined; a transfer to an account without code changes nothing. */
function withMargin(estimate: bigint, data: Hex): bigint {
  if (data === '0x' && estimate === MIN_GAS) return estimate
  const generous = (estimate * 13n) / 10n
  return generous > GAS_CEILING ? max(estimate, GAS_CEILING) : generous
}

/** Returns a transaction's minimum gas: the floor of EIP-7623, which is above the byte cost of EIP-2028. */
function intrinsicGas(data: Hex): bigint {
  const bytes = hexToBytes(data)
  const zeros = BigInt(bytes.filter((byte) => byte === 0).length)
  const others = BigInt(bytes.length) - zeros
  return MIN_GAS + 10n * zeros + 40n * others
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}
