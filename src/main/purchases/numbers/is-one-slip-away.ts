/**
 * Returns whether two phone numbers, as digits, differ by one typing slip: one other digit, or two neighbouring digits swapped. A national
 * number is compared with the end of an international one.
 */
export function isOneSlipAway(one: string, other: string): boolean {
  const [left, right] = commonEnds(one, other)
  const wrong = [...left].flatMap((digit, at) => (digit === right[at] ? [] : [at]))
  const [first = 0, second] = wrong
  if (second === undefined) return wrong.length === 1
  return wrong.length === 2 && second === first + 1 && left[first] === right[second] && left[second] === right[first]
}

/** Returns whether two phone numbers, as digits, are the same, one of them perhaps without its calling code. */
export function isSameNumber(one: string, other: string): boolean {
  const [left, right] = commonEnds(one, other)
  return left === right
}

function commonEnds(one: string, other: string): [string, string] {
  const length = Math.min(one.length, other.length)
  return [one.slice(-length), other.slice(-length)]
}
