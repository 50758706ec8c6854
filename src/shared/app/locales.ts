/** The languages of the window: ISO 639-1 codes with the languages' own names. */
export const localeNames = { en: 'English', es: 'Español' } as const
export type Locale = keyof typeof localeNames
export const locales = Object.keys(localeNames) as [Locale, ...Locale[]]

/** Returns the chosen language, or the first of the system’s languages (BCP 47 tags) that Till has, or English. */
export function chooseLocale(chosen: Locale | null, languages: readonly string[]): Locale {
  if (chosen) return chosen
  for (const language of languages) {
    const found = locales.find((locale) => locale === language.split('-')[0])
    if (found) return found
  }
  return 'en'
}
