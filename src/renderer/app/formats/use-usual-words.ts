import { useI18n } from 'vue-i18n'
import type { Locale } from '../../../shared/app/locales.ts'
import { inLanguage } from '../../../shared/usual-words.ts'

/** Returns a function that shows words which Till proposed, perhaps in another language, in the window's one. */
export function useUsualWords(): (words: string) => string {
  const { locale } = useI18n()
  return (words) => inLanguage(locale.value as Locale, words)
}
