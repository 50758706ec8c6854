import type { CoveredPurchase } from './claim-repository.ts'

/** More of them are not told apart by their amounts: there are too many ways. */
const MOST_OTHERS = 12

/**
 * Finds the purchases whose refunds are in a sum; pure. It is all of them where it suffices for all: what it holds beyond belongs to
 * payments that this ledger does not know. Else some were withdrawn before, though the escrow calls them failed for ever: then it is those
 * whose amounts make the sum, if only one way does, with the one that is `asked` about among them, and otherwise that one alone. Nobody
 * where the sum does not suffice for the one.
 */
export function coverSum(
  units: bigint,
  asked: CoveredPurchase,
  others: readonly CoveredPurchase[],
): readonly CoveredPurchase[] {
  if (asked.units > units) return []
  const all = [asked, ...others]
  if (sumOf(all) <= units) return all
  return [asked, ...onlyWay(units - asked.units, others)]
}

/** Returns the purchases whose amounts make a sum exactly, where only one choice among them does; nobody otherwise. Pure. */
export function onlyWay(units: bigint, purchases: readonly CoveredPurchase[]): readonly CoveredPurchase[] {
  const [only, ...further] = purchases.length > MOST_OTHERS ? [] : findWays(units, purchases)
  return only !== undefined && further.length === 0 ? only : []
}

/** Every choice among purchases whose amounts make a sum exactly. */
function findWays(units: bigint, [first, ...rest]: readonly CoveredPurchase[]): (readonly CoveredPurchase[])[] {
  if (units < 0n) return []
  if (first === undefined) return units === 0n ? [[]] : []
  const withFirst = findWays(units - first.units, rest).map((way) => [first, ...way])
  return [...withFirst, ...findWays(units, rest)]
}

function sumOf(purchases: readonly CoveredPurchase[]): bigint {
  return purchases.reduce((sum, { units }) => sum + units, 0n)
}
