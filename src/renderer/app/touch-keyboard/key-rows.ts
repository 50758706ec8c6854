import { languages, type Locale } from '../../../shared/app/locales.ts'

/** `digits`: a low board for amounts and numbers, which covers little of the page. */
export type KeySet = 'letters' | 'signs' | 'digits'

/** Returns the upper rows of keys in a language's layout; the extra keys for e-mail addresses are below them. */
export function keyRows(locale: Locale, set: KeySet, isCapital: boolean): readonly (readonly string[])[] {
  if (set === 'digits') return [Array.from('1234567890')]
  return languages[locale].keys[set].map((row) => Array.from(isCapital ? row.toLocaleUpperCase(locale) : row))
}
