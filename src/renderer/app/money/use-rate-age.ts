import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useFormats } from '../formats/use-formats.ts'
import { useCatalogStore } from '../stores/catalog-store.ts'
import { useNow } from '../timing/use-now.ts'

/** Returns how old the rates of approximate amounts are, as a sentence; null while unknown. */
export function useRateAge(): ComputedRef<string | null> {
  const { t } = useI18n()
  const catalog = useCatalogStore()
  const formats = useFormats()
  const now = useNow()
  return computed(() => {
    const at = catalog.status?.refreshedAt
    return at ? t('money.rateOf', { time: formats.value.clock(Date.parse(at), now.value) }) : null
  })
}
