import { computed, watch, type Ref } from 'vue'
import type { AppError } from '../../../shared/errors.ts'
import { useCatalogStore } from '../stores/catalog-store.ts'
import { useMissingMessages } from './use-missing-messages.ts'

/**
 * Returns what it means that a product or brand was not found: it was removed, or the first catalog is missing, which calls `load` once it
 * is there. It is unclear until the catalog's status was read.
 */
export function useNotFound(error: Readonly<Ref<AppError | null>>, load: () => Promise<unknown>) {
  const store = useCatalogStore()
  const missing = useMissingMessages()
  const isNotFound = computed(() => error.value?.code === 'not-found')
  const isUnclear = computed(() => isNotFound.value && store.status === null)
  const isGone = computed(() => isNotFound.value && store.status !== null && missing.catalog.value === null)
  watch(missing.catalog, (message) => message === null && isNotFound.value && void load())
  return { isUnclear, isGone, missingCatalog: missing.catalog }
}
