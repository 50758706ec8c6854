import { isDecimal, showDecimal, type Decimal } from '../../../shared/money.ts'

/** A typed number with what stands before and after it, folded: "mx$200", "50,00", "5.24usdc". */
export interface TypedAmount {
  readonly mark: string
  /** The amounts it may mean, without trailing zeros. */
  readonly amounts: readonly Decimal[]
}

/** An amount with spaces between its thousands: "1 000,00", "20 000 €". */
const spaced = /(?<![\d.,+])\d{1,3}(?:\s\d{3})+(?=[.,]\d{1,2}(?!\d)|\s*(?:\p{Sc}|$))/gu

/** A currency's sign before its amount: "R$ 50,55". */
const signed = /(?<=\p{Sc})\s+(?=\d)/gu

/** Returns a text in which the thousands of amounts are joined, and a currency's sign with its amount. */
export const joinGroups = (text: string): string =>
  text.replace(spaced, (amount) => amount.replace(/\s/g, '')).replace(signed, '')

/** Returns the amounts that digits with points and commas may mean: "1.000" is one or a thousand. */
export function typedDecimals(digits: string): Decimal[] {
  const readings = [digits, digits.replaceAll(/[.,](?=\d{3}(?!\d))/g, '')].map((one) => one.replace(',', '.'))
  return [...new Set(readings)].filter(isDecimal)
}

/** Returns an amount without trailing zeros. */
export const shortened = (amount: Decimal): Decimal => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** Reads a folded word as an amount; null if it is none. */
export function readAmount(word: string): TypedAmount | null {
  const [, before = '', digits = '', after = ''] = /^([^\d\s]{0,5})(\d[\d.,]*)([^\d\s]{0,12})$/.exec(word) ?? []
  if (digits === '' || (before !== '' && after !== '')) return null
  const amounts = typedDecimals(digits).map(shortened)
  return amounts.length === 0 ? null : { mark: before || after, amounts }
}

/** Returns whether a typed amount is `amount`, or its beginning with two decimals at least, cut or rounded up. */
export function isShownAs(typed: Decimal, amount: Decimal): boolean {
  const exact = shortened(amount)
  if (typed === exact) return true
  const decimals = decimalsOf(typed)
  if (decimals < 2 || decimals >= decimalsOf(exact)) return false
  return (['down', 'up'] as const).some((rounding) => showDecimal(exact, 0, decimals, rounding) === typed)
}

/** Returns whether a typed amount is `amount` without its cents, cut or rounded up. */
export const isWholeOf = (typed: Decimal, amount: Decimal): boolean =>
  (['down', 'up'] as const).some((rounding) => showDecimal(amount, 0, 0, rounding) === typed)

const decimalsOf = (amount: Decimal): number => amount.split('.')[1]?.length ?? 0
