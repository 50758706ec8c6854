import type { Locale } from '../../shared/app/locales.ts'
import { english } from './words-en.ts'
import { spanish } from './words-es.ts'
import { french } from './words-fr.ts'
import { portuguese } from './words-pt.ts'
import type { DesktopWords } from './words.ts'

const byLocale: Readonly<Record<Locale, DesktopWords>> = { en: english, es: spanish, pt: portuguese, fr: french }

/** Returns the words of a language. */
export function wordsIn(locale: Locale): DesktopWords {
  return byLocale[locale]
}
