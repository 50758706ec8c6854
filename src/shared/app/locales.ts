import { english } from '../languages/english.ts'
import { french } from '../languages/french.ts'
import type { Language } from '../languages/language.ts'
import { portuguese } from '../languages/portuguese.ts'
import { spanish } from '../languages/spanish.ts'

/** Till's languages by their code (ISO 639-1). What one needs beyond its row does not compile, or fails a test, without it. */
export const languages = { en: english, es: spanish, pt: portuguese, fr: french } as const satisfies Readonly<
  Record<string, Language>
>
export type Locale = keyof typeof languages
export const locales = Object.keys(languages) as [Locale, ...Locale[]]

/** Returns the language of a tag (BCP 47) if Till has it, else null. */
export function localeOf(tag: string): Locale | null {
  const [code] = tag.split('-')
  return locales.find((locale) => locale === code) ?? null
}

/** Returns the chosen language, or the first of the system’s languages (BCP 47 tags) that Till has, or English. */
export function chooseLocale(chosen: Locale | null, tags: readonly string[]): Locale {
  return chosen ?? tags.map(localeOf).find((locale) => locale !== null) ?? 'en'
}
