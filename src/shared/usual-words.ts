import type { Locale } from './app/locales.ts'

/** Words that Till proposes and a shop keeps: why cash moves without a sale, and the name of the counter's first page. */
export const usualWords = {
  en: {
    bank: 'To the bank',
    supplier: 'Paid a supplier',
    owner: 'The owner’s cash',
    change: 'More change',
    giveChange: 'Give change',
    checkDrawer: 'Check the drawer',
    bestSellers: 'Best sellers',
  },
  es: {
    bank: 'Al banco',
    supplier: 'Pago a un proveedor',
    owner: 'Efectivo del dueño',
    change: 'Más cambio',
    giveChange: 'Dar cambio',
    checkDrawer: 'Revisar la caja',
    bestSellers: 'Lo más vendido',
  },
} as const satisfies Record<Locale, Record<string, string>>

/** Returns words in a language if Till proposed them in any of its languages; a person's own words stay as they are. */
export function inLanguage(language: Locale, words: string): string {
  const keys = Object.keys(usualWords.en) as (keyof typeof usualWords.en)[]
  const known = keys.find((key) => Object.values(usualWords).some((all) => all[key] === words))
  return known === undefined ? words : usualWords[language][known]
}
