import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { NeededPart } from '../../../shared/catalog/views.ts'
import { useCatalogStore } from '../stores/catalog-store.ts'

/** Returns the messages for parts of the service's offer that were never read; null for each that was. */
export function useMissingMessages(): Record<'networks' | 'catalog', ComputedRef<string | null>> {
  const store = useCatalogStore()
  const { t } = useI18n()
  const lacks = (part: NeededPart): boolean => store.status?.missing.includes(part) ?? false
  return {
    networks: computed(() => {
      if (lacks('networks')) return t('missing.networks')
      return lacks('tokens') ? t('missing.tokens') : null
    }),
    catalog: computed(() => (lacks('catalog') ? t('missing.catalog') : null)),
  }
}
