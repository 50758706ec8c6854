import { createI18n } from 'vue-i18n'
import { locales, type Locale } from '../../shared/app/locales.ts'

const files: Record<Locale, () => Promise<{ default: object }>> = {
  en: () => import('../locales/english.ts'),
  es: () => import('../locales/es.json'),
}

/** The language to speak: the one chosen, else the first of the system's that Till has, else English. */
export function chooseLocale(chosen: Locale | null, languages: readonly string[]): Locale {
  if (chosen) return chosen
  for (const language of languages) {
    const found = locales.find((locale) => locale === language.split('-')[0])
    if (found) return found
  }
  return 'en'
}

/** Vue's translation plugin without any words yet; `speak` loads them. */
export function createWords() {
  return createI18n({ legacy: false, locale: 'en', missingWarn: true, fallbackWarn: false, messages: {} })
}

export type Words = ReturnType<typeof createWords>

/** Loads the words of `locale` once and switches the page to them. */
export async function speak(words: Words, locale: Locale): Promise<void> {
  const global = words.global
  if (!(global.availableLocales as string[]).includes(locale)) {
    const file = await files[locale]()
    global.setLocaleMessage(locale, file.default)
  }
  // With `legacy: false` the locale is a ref.
  ;(global.locale as unknown as { value: string }).value = locale
  document.documentElement.lang = locale
}
