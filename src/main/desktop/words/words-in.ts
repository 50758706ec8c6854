import type { Locale } from '../../../shared/app/locales.ts'
import { english } from './english.ts'
import { spanish } from './spanish.ts'
import { french } from './french.ts'
import { portuguese } from './portuguese.ts'
import type { DesktopWords } from './desktop-words.ts'

const byLocale: Readonly<Record<Locale, DesktopWords>> = { en: english, es: spanish, pt: portuguese, fr: french }

/** Returns the words of a language. */
export function wordsIn(locale: Locale): DesktopWords {
  return byLocale[locale]
}
