import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'

/** What a person must decide, the newest question first; null before it was read. */
export const useAttentionStore = defineStore('attention', () => {
  const items = shallowRef<readonly AttentionView[] | null>(null)
  const count = computed(() => items.value?.length ?? 0)

  /** Whether a purchase is among what was asked. */
  const asksAbout = (purchaseId: string): boolean =>
    items.value?.some((item) => item.about === 'purchase' && item.purchase.id === purchaseId) ?? false

  return { items, count, asksAbout }
})
