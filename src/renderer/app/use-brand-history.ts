import { shallowRef, watch, type ShallowRef } from 'vue'
import type { BrandHistoryView } from '../../shared/purchases/views.ts'
import { request } from './client.ts'

/** Reads how the last purchases of a brand (by its slug) went; null until it is known, and if it cannot be read. */
export function useBrandHistory(slug: () => string): Readonly<ShallowRef<BrandHistoryView | null>> {
  const history = shallowRef<BrandHistoryView | null>(null)

  async function load(wanted: string): Promise<void> {
    history.value = null
    const answer = await request('purchases.ofBrand', { slug: wanted }).catch(() => null)
    if (wanted === slug()) history.value = answer
  }
  watch(slug, load, { immediate: true })
  return history
}
