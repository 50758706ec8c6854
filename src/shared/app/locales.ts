/** The languages of the window, each by its ISO 639-1 code and named in itself. */
export const localeNames = { en: 'English', es: 'Español' } as const
export type Locale = keyof typeof localeNames
export const locales = Object.keys(localeNames) as [Locale, ...Locale[]]
