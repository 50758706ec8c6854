import { createI18n } from 'vue-i18n'
import type { Locale } from '../../../shared/app/locales.ts'
import type { ErrorKey } from './error-message.ts'

/** What every language must have: a message for each error, and for each of its reasons. */
interface Messages {
  readonly errors: Readonly<Record<ErrorKey, string>>
}

const files: Record<Locale, () => Promise<{ default: Messages }>> = {
  en: () => import('../../locales/english.ts'),
  es: () => import('../../locales/es.json'),
}

/** Creates the translation plugin without messages; `setLocale` loads them. */
export function createI18nPlugin() {
  return createI18n({ legacy: false, locale: 'en', missingWarn: true, fallbackWarn: false, messages: {} })
}

export type I18nPlugin = ReturnType<typeof createI18nPlugin>

/** Loads the messages of `locale` once and switches the page to them. */
export async function setLocale(i18n: I18nPlugin, locale: Locale): Promise<void> {
  const global = i18n.global
  if (!(global.availableLocales as string[]).includes(locale)) {
    const file = await files[locale]()
    global.setLocaleMessage(locale, file.default)
  }
  // With `legacy: false` the locale is a ref.
  ;(global.locale as unknown as { value: string }).value = locale
  document.documentElement.lang = locale
}
