import type { Locale } from '../../../shared/app/locales.ts'

export type KeySet = 'letters' | 'signs'

const letters: Record<Locale, readonly string[]> = {
  en: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  es: ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm'],
}
const signs: Record<Locale, readonly string[]> = {
  en: ['1234567890', '-_/:;()&€$', '+*#=%!?\'"'],
  es: ['1234567890', 'áéíóúü¿¡()', '-_/:&+*#!?'],
}

/** Returns the three upper rows of keys in a language's layout; the extra keys for e-mail addresses are below them. */
export function keyRows(locale: Locale, set: KeySet, isCapital: boolean): readonly (readonly string[])[] {
  const rows = (set === 'letters' ? letters : signs)[locale]
  return rows.map((row) => Array.from(isCapital ? row.toLocaleUpperCase(locale) : row))
}
