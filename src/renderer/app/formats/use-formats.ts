import { computed, shallowRef, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { languages, localeOf } from '../../../shared/app/locales.ts'
import { createFormats, type Formats } from './formats.ts'

/** The home country of the page's user (ISO alpha-2), which the window and the customer's display each set: the latter has no stores. */
export const homeCountry = shallowRef<string | null>(null)

const made = new Map<string, Formats>()

/**
 * Returns the locale of numbers and dates: the user's own regional form of the language, else that of the home country (ISO alpha-2), as far
 * as the browser knows it, else a neutral one.
 */
export function regionalTag(locale: string, tags: readonly string[], home: string | null): string {
  const own = tags.find((tag) => tag.split('-')[0] === locale)
  if (own !== undefined || home !== null) return own ?? `${locale}-${home}`
  const known = localeOf(locale)
  return known === null ? locale : languages[known].neutral
}

/** Returns the formats of one of Till's languages, "en"; one set is created per regional form and home country. */
function formatsIn(locale: string, home: string | null): Formats {
  const tag = regionalTag(locale, navigator.languages, home)
  const key = `${tag} ${home}`
  const formats = made.get(key) ?? createFormats(tag, undefined, home)
  made.set(key, formats)
  return formats
}

/** Returns the formats of the current language. */
export function useFormats(): ComputedRef<Formats> {
  const { locale } = useI18n()
  return computed(() => formatsIn(locale.value, homeCountry.value))
}
