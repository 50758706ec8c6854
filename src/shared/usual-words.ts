import { languages, type Locale } from './app/locales.ts'
import type { UsualWords } from './languages/language.ts'

/** Returns words in a language if Till proposed them in any of its languages; a person's own words stay as they are. */
export function inLanguage(language: Locale, words: string): string {
  const keys = Object.keys(languages.en.usualWords) as (keyof UsualWords)[]
  const known = keys.find((key) => Object.values(languages).some(({ usualWords }) => usualWords[key] === words))
  return known === undefined ? words : languages[language].usualWords[known]
}
