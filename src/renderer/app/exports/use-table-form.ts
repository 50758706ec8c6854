import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { localeOf, type Locale } from '../../../shared/app/locales.ts'
import type { TableForm } from '../../../shared/sales/export.ts'
import { useFormats } from '../formats/use-formats.ts'

/** Returns the page's language, in which a saved file is named. */
export function usePageLanguage(): ComputedRef<Locale> {
  const { locale } = useI18n()
  return computed(() => localeOf(locale.value) ?? 'en')
}

/** Returns the form of exported tables: the page's own language and decimal sign, which are its person's. */
export function useTableForm(): ComputedRef<TableForm> {
  const language = usePageLanguage()
  const formats = useFormats()
  return computed(() => ({ language: language.value, decimalSign: formats.value.decimalSign }))
}
