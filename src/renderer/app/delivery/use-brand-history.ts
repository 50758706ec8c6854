import { shallowRef, watch, type ShallowRef } from 'vue'
import type { BrandHistoryView } from '../../../shared/purchases/views.ts'
import { request } from '../requests/client.ts'

/** Reads how the last purchases of a brand (by its slug) went, the last one of a recipient if `to` names one; null until it is known. */
export function useBrandHistory(
  slug: () => string,
  to: () => string | null = () => null,
): Readonly<ShallowRef<BrandHistoryView | null>> {
  const history = shallowRef<BrandHistoryView | null>(null)
  let turn = 0

  async function load(): Promise<void> {
    const now = ++turn
    history.value = null
    const answer = await request('purchases.ofBrand', { slug: slug(), to: to() }).catch(() => null)
    if (now === turn) history.value = answer
  }
  watch([slug, to], load, { immediate: true })
  return history
}
