import { locales } from '../app/locales.ts'
import { fold } from './fold.ts'

const marks = new Map<string, ReadonlySet<string>>()

/** Returns what people write for a currency (ISO 4217) in any language, folded: its code, signs and names. */
export function marksOf(currency: string): ReadonlySet<string> {
  const known = marks.get(currency) ?? new Set(writtenAs(currency))
  marks.set(currency, known)
  return known
}

function writtenAs(currency: string): string[] {
  if (!/^[A-Za-z]{3}$/.test(currency)) return [fold(currency)]
  const written = locales.flatMap((locale) =>
    (['symbol', 'narrowSymbol', 'name'] as const).flatMap((currencyDisplay) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      return [1, 2].flatMap((count) =>
        format.formatToParts(count).flatMap(({ type, value }) => (type === 'currency' ? fold(value).split(' ') : [])),
      )
    }),
  )
  return [fold(currency), ...written]
}
