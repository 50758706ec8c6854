/** Returns whether two texts of digits differ by one typing slip: one other digit, or two neighbouring digits swapped. */
export function isOneSlipAway(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  const wrong = [...one].flatMap((digit, at) => (digit === other[at] ? [] : [at]))
  const [first = 0, second] = wrong
  if (second === undefined) return wrong.length === 1
  return wrong.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first]
}
