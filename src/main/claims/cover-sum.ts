import type { CoveredPurchase } from './claim-repository.ts'

/** More of them are not told apart by their amounts: there are too many ways. */
const MOST_OTHERS = 12

/**
 * Finds the purchases whose refunds are in a sum; pure. Some were withdrawn before, though the escrow calls them failed for ever, and it may hold
 * some of payments that this ledger does not know: it is those whose amounts make the sum, if only one way does, with the one that is `asked`
 * about among them, and otherwise that one alone. Nobody where the sum does not suffice for the one.
 */
export function coverSum(
  units: bigint,
  asked: CoveredPurchase,
  others: readonly CoveredPurchase[],
): readonly CoveredPurchase[] {
  if (asked.units > units) return []
  return [asked, ...onlyPaymentMethod(units - asked.units, others)]
}

/** Who has a sum that came, and whose the rest of it may be. */
export interface Shares {
  readonly certain: readonly CoveredPurchase[]
  readonly possible: readonly CoveredPurchase[]
}

/** Shares a sum that came among the one that was `asked` about, where it is not served yet and the sum suffices for it, and others; pure. */
export function shareSum(units: bigint, asked: CoveredPurchase | null, others: readonly CoveredPurchase[]): Shares {
  const isAskedIn = asked !== null && asked.units <= units
  const certain = isAskedIn ? coverSum(units, asked, others) : onlyPaymentMethod(units, others)
  const left = units - sumOf(certain)
  return { certain, possible: others.filter((one) => !certain.includes(one) && one.units <= left) }
}

/** Returns the purchases whose amounts make a sum exactly, where only one choice among them does; nobody otherwise. Pure. */
export function onlyPaymentMethod(units: bigint, purchases: readonly CoveredPurchase[]): readonly CoveredPurchase[] {
  // However many they are.
  if (sumOf(purchases) === units) return purchases
  const [only, ...further] = purchases.length > MOST_OTHERS ? [] : findCombinations(units, purchases)
  return only !== undefined && further.length === 0 ? only : []
}

/** Every choice among purchases whose amounts make a sum exactly. */
function findCombinations(units: bigint, [first, ...rest]: readonly CoveredPurchase[]): (readonly CoveredPurchase[])[] {
  if (units < 0n) return []
  if (first === undefined) return units === 0n ? [[]] : []
  const withFirst = findCombinations(units - first.units, rest).map((way) => [first, ...way])
  return [...withFirst, ...findCombinations(units, rest)]
}

function sumOf(purchases: readonly CoveredPurchase[]): bigint {
  return purchases.reduce((sum, { units }) => sum + units, 0n)
}
