import { isDecimal, showDecimal, type Decimal } from '../../../shared/money.ts'
import { addNumbers, numberOf } from '../../../shared/search/number-words.ts'

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

/** The units of data, folded, by how many gigabytes they are. */
const dataUnits: ReadonlyMap<string, number> = new Map(
  [
    [1, 'gb gbs go gig giga gigas gigabyte gigabytes gigaoctets'] as const,
    [0.001, 'mb mbs mo mega megas megabyte megabytes megaoctets'] as const,
  ].flatMap(([size, units]) => units.split(' ').map((unit) => [unit, size] as const)),
)
const sized = new RegExp(`(?<=\\d)\\s+(?=(?:${[...dataUnits.keys()].join('|')})(?![\\p{L}\\d]))`, 'giu')

/** Returns a text in which the thousands of amounts are joined, a currency's sign with its amount, and a unit of data with its number. */
export const joinGroups = (text: string): string =>
  text
    .replace(spaced, (amount) => amount.replace(/\s/g, ''))
    .replace(signed, '')
    .replace(sized, '')

/** Returns the gigabytes of a folded word ("5gb", "500mb"); null if it is no size of data. */
export function readGigabytes(word: string): number | null {
  const [, figures = '', unit = ''] = /^(\d+(?:[.,]\d+)?)(\p{L}+)$/u.exec(word) ?? []
  const size = dataUnits.get(unit)
  return size === undefined ? null : Number(figures.replace(',', '.')) * size
}

/** Returns the amounts that digits with points and commas may mean: "1.000" is one or a thousand. */
export function typedDecimals(digits: string): Decimal[] {
  const readings = [digits, digits.replaceAll(/[.,](?=\d{3}(?!\d))/g, '')].map((one) => one.replace(',', '.'))
  return [...new Set(readings)].filter(isDecimal)
}

/** Returns an amount without trailing zeros. */
const shortened = (amount: Decimal): Decimal => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** Reads a folded word as an amount; null if it is none. */
export function readAmount(word: string): TypedAmount | null {
  const [, before = '', digits = '', after = ''] = /^([^\d\s]{0,5})(\d[\d.,]*)([^\d\s]{0,12})$/.exec(word) ?? []
  if (digits === '' || (before !== '' && after !== '')) return null
  const amounts = typedDecimals(digits).map(shortened)
  return amounts.length === 0 ? null : { mark: before || after, amounts }
}

/** Returns the amount in words that begins at each word ("cento", "cinquenta"), and where it ends; null for none. */
export function spokenAmounts(
  words: readonly string[],
): readonly ({ text: string; amount: TypedAmount; end: number } | null)[] {
  const numbers = words.map(numberOf)
  return numbers.map((_, start) => {
    const rest = numbers.slice(start)
    const isOther = rest.findIndex((one) => one === null)
    const parts = rest.slice(0, isOther < 0 ? rest.length : isOther).filter((one) => one !== null)
    if (parts.length === 0) return null
    const text = String(addNumbers(parts))
    return { text, amount: { mark: '', amounts: [text] }, end: start + parts.length }
  })
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
