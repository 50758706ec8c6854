import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { localeOf } from '../../shared/app/locales.ts'
import type { TableForm } from '../../shared/sales/export.ts'
import { useFormats } from './formats/use-formats.ts'

/** Returns the form of exported tables: the page's own language and decimal sign, which are its person's. */
export function useTableForm(): ComputedRef<TableForm> {
  const { locale } = useI18n()
  const formats = useFormats()
  return computed(() => ({ language: localeOf(locale.value) ?? 'en', decimalSign: formats.value.decimalSign }))
}
