import { isDecimal, type Decimal } from '../../shared/money.ts'

/** Thousands parted by a comma, and by a point, with or without what comes after the whole. */
const byComma = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const byPoint = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/
/** One sign and three digits: thousands for one person, a fraction for another. */
const eitherWay = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * An amount as a person types it, with a comma or a point, and with thousands parted where that is clear; null where it is none. `2,011` is
 * none: it may mean a thousand times as much.
 */
export function typedAmount(text: string): Decimal | null {
  const typed = text.trim().replace(/[.,]$/, '')
  if (eitherWay.test(typed)) return typed.includes('.') ? typed : null
  const parting = byComma.test(typed) ? ',' : byPoint.test(typed) ? '.' : ' '
  const plain = typed.replaceAll(parting, '').replace(',', '.')
  return isDecimal(plain) ? plain : null
}

/** As `typedAmount`, of cash: `2.011` is none either, unless the currency has coins that small. */
export function typedCash(text: string, currency: string): Decimal | null {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits < 3 && eitherWay.test(text.trim()) ? null : typedAmount(text)
}
