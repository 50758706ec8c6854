import { hexToBytes, type Hex } from 'viem'

/** The most gas units that one transaction may use. */
export const GAS_CEILING = 2_000_000n
/** What every chain takes for a transaction at least; whether it suffices, only an estimate tells. */
const LEAST_GAS = 21_000n

/** What is known of a transaction's gas, in units. */
export interface GasFacts {
  readonly data: Hex
  /** What the network estimates; null where the call would revert now. */
  readonly estimate: bigint | null
  /** What a service asks for; null for nothing. */
  readonly asked?: bigint | null
  /** What is taken where the network gives no estimate and nobody asks for anything plausible. */
  readonly fallback: bigint
}

/**
 * Chooses a transaction's gas limit: the larger of what was asked and the estimate with a margin, never below what its bytes alone cost.
 * Only an estimate or a request above the ceiling leads to one above it, which guards refuse.
 */
export function chooseGas({ data, estimate, asked = null, fallback }: GasFacts): bigint {
  const least = intrinsicGas(data)
  if (estimate === null) return asked !== null && asked >= least ? asked : max(fallback, least)
  return max(max(asked ?? 0n, least), withMargin(estimate, data))
}

/** Gas units with room for what changes until a call is mined; a transfer to an account without code changes nothing. */
function withMargin(estimate: bigint, data: Hex): bigint {
  if (data === '0x' && estimate === LEAST_GAS) return estimate
  const generous = (estimate * 13n) / 10n
  return generous > GAS_CEILING ? max(estimate, GAS_CEILING) : generous
}

/** What a transaction costs at least: the floor of EIP-7623, which is above what its bytes cost by EIP-2028. */
function intrinsicGas(data: Hex): bigint {
  const bytes = hexToBytes(data)
  const zeros = BigInt(bytes.filter((byte) => byte === 0).length)
  const others = BigInt(bytes.length) - zeros
  return LEAST_GAS + 10n * zeros + 40n * others
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}
