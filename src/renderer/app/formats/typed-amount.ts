import { isDecimal, type Decimal } from '../../../shared/money.ts'
import { marksOf } from '../../../shared/search/currency-marks.ts'
import { fold } from '../../../shared/search/fold.ts'

/** Thousands separated by commas, or by points, with an optional fraction. */
const byComma = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const byPoint = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/
/** One separator and three digits: thousands to one person, a fraction to another. */
const eitherWay = /^[1-9]\d{0,2}[.,]\d{3}$/

/** Removes a trailing separator, which a number may end in while being typed. */
const ended = (text: string): string => text.trim().replace(/[.,]$/, '')

/** Returns both amounts that one separator and three digits may mean, each written unambiguously; null for all other text. */
export function ambiguousAmounts(text: string): { readonly thousands: Decimal; readonly fraction: Decimal } | null {
  const typed = ended(text)
  if (!eitherWay.test(typed)) return null
  const fraction = typed.replace(',', '.').replace(/\.?0+$/, '')
  return { thousands: typed.replace(/[.,]/, ''), fraction: eitherWay.test(fraction) ? `${fraction}0` : fraction }
}

/** Formats an amount with a decimal sign for a field so that every parser below returns it again: `17.235` as `17.2350` or `17,2350`. */
export function toTyped(amount: Decimal, decimalSign: '.' | ','): string {
  return (ambiguousAmounts(amount)?.fraction ?? amount).replace('.', decimalSign)
}

/**
 * Parses a typed amount, with a comma or a point, and with clear thousands separators; null if it is not one. `2,011` is
 * null: it may mean a thousand times as much.
 */
export function typedAmount(text: string): Decimal | null {
  const typed = ended(text)
  if (eitherWay.test(typed)) return typed.includes('.') ? typed : null
  const parting = byComma.test(typed) ? ',' : byPoint.test(typed) ? '.' : ' '
  const plain = typed.replaceAll(parting, '').replace(',', '.')
  return isDecimal(plain) ? plain : null
}

/** Removes what people write before or after money of a currency (ISO 4217): "$19.50", "500 pesos". Another currency's sign stays. */
export function withoutMark(text: string, currency: string): string {
  const [, before = '', figures = '', after = ''] =
    /^([^\d\s.,]*)\s*(\d[\d.,\s]*?)\s*([^\d\s.,]*)$/.exec(text.trim()) ?? []
  const mark = fold(before || after)
  return mark !== '' && (before === '' || after === '') && marksOf(currency).has(mark) ? figures : text
}

/** Parses a share in hundredths, such as `8` or `8 %`. */
export const typedPercent = (text: string): Decimal | null => typedAmount(text.trim().replace(/\s*%$/, ''))

/** Parses cash like `typedAmount`, with the currency's sign or without; `2.011` is null too, unless the currency has coins that small. */
export function typedCash(text: string, currency: string): Decimal | null {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  const figures = withoutMark(text, currency)
  return maximumFractionDigits < 3 ? typedClearly(figures) : typedAmount(figures)
}

/**
 * Parses what may be in thousands or have any number of decimals, such as a rate or coins, like `typedAmount`: `16.500` is null too, which is
 * a thousand times as much where points separate thousands.
 */
export function typedClearly(text: string): Decimal | null {
  return ambiguousAmounts(text) === null ? typedAmount(text) : null
}

/** Parses what a dollar costs in a currency like `typedClearly`, with the currency's sign or without. */
export const typedRate = (text: string, currency: string): Decimal | null => typedClearly(withoutMark(text, currency))
