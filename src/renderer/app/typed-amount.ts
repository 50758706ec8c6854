import { isDecimal, type Decimal } from '../../shared/money.ts'

/** Thousands parted by a comma, and by a point, with or without what comes after the whole. */
const byComma = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const byPoint = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/
/** One sign and three digits: thousands for one person, a fraction for another. */
const eitherWay = /^[1-9]\d{0,2}[.,]\d{3}$/

/** Without the sign that a number may end in while it is typed. */
const ended = (text: string): string => text.trim().replace(/[.,]$/, '')

/** Both amounts that one sign and three digits may mean, each written so that it is only one; null for every other text. */
export function twoReadings(text: string): { readonly thousands: Decimal; readonly fraction: Decimal } | null {
  const typed = ended(text)
  if (!eitherWay.test(typed)) return null
  const fraction = typed.replace(',', '.').replace(/\.?0+$/, '')
  return { thousands: typed.replace(/[.,]/, ''), fraction: eitherWay.test(fraction) ? `${fraction}0` : fraction }
}

/** An amount for a field, where every reading below gives it back: `17.235` as `17.2350`. */
export function toTyped(amount: Decimal): string {
  return twoReadings(amount)?.fraction ?? amount
}

/**
 * An amount as a person types it, with a comma or a point, and with thousands parted where that is clear; null where it is none. `2,011` is
 * none: it may mean a thousand times as much.
 */
export function typedAmount(text: string): Decimal | null {
  const typed = ended(text)
  if (eitherWay.test(typed)) return typed.includes('.') ? typed : null
  const parting = byComma.test(typed) ? ',' : byPoint.test(typed) ? '.' : ' '
  const plain = typed.replaceAll(parting, '').replace(',', '.')
  return isDecimal(plain) ? plain : null
}

/** As `typedAmount`, of cash: `2.011` is none either, unless the currency has coins that small. */
export function typedCash(text: string, currency: string): Decimal | null {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits < 3 ? typedRate(text) : typedAmount(text)
}

/** As `typedAmount`, of a rate, which may be in thousands or have any number of digits after the point: `16.500` is none either. */
export function typedRate(text: string): Decimal | null {
  return twoReadings(text) === null ? typedAmount(text) : null
}
