import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { createFormats, type Formats } from './formats.ts'

const made = new Map<string, Formats>()

/** Returns the locale of numbers and dates: the user's own regional form of the language, else a neutral one. */
export function regionalTag(locale: string, languages: readonly string[]): string {
  const own = languages.find((language) => language.split('-')[0] === locale)
  return own ?? (locale === 'es' ? 'es-419' : locale)
}

/** Returns the formats of one of Till's languages, "en"; one set is created per language. */
function formatsIn(locale: string): Formats {
  const tag = regionalTag(locale, navigator.languages)
  const formats = made.get(tag) ?? createFormats(tag)
  made.set(tag, formats)
  return formats
}

/** Returns the formats of the current language. */
export function useFormats(): ComputedRef<Formats> {
  const { locale } = useI18n()
  return computed(() => formatsIn(locale.value))
}
