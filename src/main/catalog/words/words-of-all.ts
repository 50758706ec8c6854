import { locales, type Locale } from '../../../shared/app/locales.ts'
import type { CatalogWords } from './catalog-words.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

/** The search's words by language. */
export const catalogWords: Readonly<Record<Locale, CatalogWords>> = {
  en: english,
  es: spanish,
  pt: portuguese,
  fr: french,
}

/** Returns the words that `read` takes from each language, each once. */
export function wordsOfAll(read: (words: CatalogWords) => string): readonly string[] {
  return [...new Set(locales.flatMap((locale) => read(catalogWords[locale]).split(' ')))]
}
