import type { CoveredPurchase } from './claim-repository.ts'

/** Above this number, amounts cannot identify the purchases: there are too many combinations. */
const MAX_OTHERS = 12

/**
 * Returns the purchases whose refunds are in a sum; pure. Some may have been withdrawn before, although the escrow calls them failed
 * forever, and the sum may include payments that this ledger does not know. So it returns those whose amounts make the sum, if only one
 * combination does and it includes the `claimed` one. Otherwise it returns that one alone, or none if the sum is too small for
 * it.
 */
export function coverSum(
  units: bigint,
  claimed: CoveredPurchase,
  others: readonly CoveredPurchase[],
): readonly CoveredPurchase[] {
  if (claimed.units > units) return []
  return [claimed, ...onlyCombination(units - claimed.units, others)]
}

/** The owners of a sum, and the possible owners of the rest. */
export interface Shares {
  readonly certain: readonly CoveredPurchase[]
  readonly possible: readonly CoveredPurchase[]
}

/** Shares a sum among the `claimed` one, if it has no refund yet and the sum covers it, and others; pure. */
export function shareSum(units: bigint, claimed: CoveredPurchase | null, others: readonly CoveredPurchase[]): Shares {
  const isClaimedIn = claimed !== null && claimed.units <= units
  const certain = isClaimedIn ? coverSum(units, claimed, others) : onlyCombination(units, others)
  const left = units - sumOf(certain)
  return { certain, possible: others.filter((one) => !certain.includes(one) && one.units <= left) }
}

/** Returns the purchases whose amounts make a sum exactly, if only one combination does; otherwise none. Pure. */
export function onlyCombination(units: bigint, purchases: readonly CoveredPurchase[]): readonly CoveredPurchase[] {
  // At any number of purchases.
  if (sumOf(purchases) === units) return purchases
  const [only, ...further] = purchases.length > MAX_OTHERS ? [] : findCombinations(units, purchases)
  return only !== undefined && further.length === 0 ? only : []
}

/** Returns every combination of purchases whose amounts make a sum exactly. */
function findCombinations(units: bigint, [first, ...rest]: readonly CoveredPurchase[]): (readonly CoveredPurchase[])[] {
  if (units < 0n) return []
  if (first === undefined) return units === 0n ? [[]] : []
  const withFirst = findCombinations(units - first.units, rest).map((way) => [first, ...way])
  return [...withFirst, ...findCombinations(units, rest)]
}

function sumOf(purchases: readonly CoveredPurchase[]): bigint {
  return purchases.reduce((sum, { units }) => sum + units, 0n)
}
