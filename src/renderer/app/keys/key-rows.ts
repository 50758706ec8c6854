import type { Locale } from '../../../shared/app/locales.ts'

/** `digits`: a low board for amounts and numbers, which covers little of the page. */
export type KeySet = 'letters' | 'signs' | 'digits'

const letters: Record<Locale, readonly string[]> = {
  en: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  es: ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm'],
}
const signs: Record<Locale, readonly string[]> = {
  en: ['1234567890', '-_/:;()&€$', '+*#=%!?\'"'],
  es: ['1234567890', 'áéíóúü¿¡()', '-_/:&+*#!?'],
}

/** Returns the upper rows of keys in a language's layout; the extra keys for e-mail addresses are below them. */
export function keyRows(locale: Locale, set: KeySet, isCapital: boolean): readonly (readonly string[])[] {
  if (set === 'digits') return [Array.from('1234567890')]
  const rows = (set === 'letters' ? letters : signs)[locale]
  return rows.map((row) => Array.from(isCapital ? row.toLocaleUpperCase(locale) : row))
}
