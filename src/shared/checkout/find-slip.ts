/**
 * Returns which digits of a number differ from another by one typing slip: one other digit, or two neighbouring digits swapped. Null if
 * the two are the same, or differ in any other way.
 */
export function findSlip(digits: string, other: string): { readonly at: number; readonly length: 1 | 2 } | null {
  if (digits.length !== other.length) return null
  const wrong = [...digits].flatMap((digit, at) => (digit === other[at] ? [] : [at]))
  const [first, second] = wrong
  if (first === undefined || wrong.length > 2) return null
  if (second === undefined) return { at: first, length: 1 }
  const isSwap = second === first + 1 && digits[first] === other[second] && digits[second] === other[first]
  return isSwap ? { at: first, length: 2 } : null
}
