/** The languages of the window: ISO 639-1 codes with the languages' own names. */
export const localeNames = { en: 'English', es: 'Español' } as const
export type Locale = keyof typeof localeNames
export const locales = Object.keys(localeNames) as [Locale, ...Locale[]]
