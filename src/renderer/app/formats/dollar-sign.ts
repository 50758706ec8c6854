import { dollarCurrencies } from '../../../shared/currencies.ts'

/**
 * Returns the currency that a bare "$" means to a reader: the one that the screen writes so in its locale (BCP 47), else the home
 * country's if people there do; null if neither.
 */
export function dollarSignOf(locale: string, home: string | null): string | null {
  const isDollar = (currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): boolean =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .some(({ type, value }) => type === 'currency' && value === '$')
  const written = [...(home === null ? [] : [home]), ...dollarCurrencies].find((one) => isDollar(one, 'symbol'))
  return written ?? (home !== null && isDollar(home, 'narrowSymbol') ? home : null)
}
