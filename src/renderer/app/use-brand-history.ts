import { shallowRef, watch, type ShallowRef } from 'vue'
import type { BrandHistoryView } from '../../shared/purchases/views.ts'
import { request } from './client.ts'
import { useAppStore } from './stores/app-store.ts'

/** Reads how the last purchases of a brand (by its slug) went; null until it is known, if it cannot be read, and for clerks. */
export function useBrandHistory(slug: () => string): Readonly<ShallowRef<BrandHistoryView | null>> {
  const app = useAppStore()
  const history = shallowRef<BrandHistoryView | null>(null)

  async function load(wanted: string): Promise<void> {
    history.value = null
    if (app.role !== 'manager') return
    const answer = await request('purchases.ofBrand', { slug: wanted }).catch(() => null)
    if (wanted === slug()) history.value = answer
  }
  watch(slug, load, { immediate: true })
  return history
}
