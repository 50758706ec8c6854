import { addDecimals, compareDecimals, subtractDecimals, type Decimal } from '../money.ts'

/** What is left of a profit after losses, and its sign. */
export interface NetProfit {
  readonly sign: '' | '−'
  readonly amount: Decimal
}

/** Returns a profit less what refunds took from it; null without such losses, or while sums are hidden until the count. */
export function netProfit(margin: Decimal | null, lost: readonly (Decimal | null)[]): NetProfit | null {
  const known = lost.filter((amount) => amount !== null)
  if (margin === null || known.length < lost.length) return null
  const losses = addDecimals(known)
  if (compareDecimals(losses, '0') === 0) return null
  return compareDecimals(margin, losses) < 0
    ? { sign: '−', amount: subtractDecimals(losses, margin) }
    : { sign: '', amount: subtractDecimals(margin, losses) }
}
