import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AttentionView } from '../../../shared/purchases/attention-views.ts'

/** Open decisions for the user, newest first; null before they were read. */
export const useAttentionStore = defineStore('attention', () => {
  const items = shallowRef<readonly AttentionView[] | null>(null)
  const count = computed(() => items.value?.length ?? 0)

  /** Whether a purchase is among them. */
  const asksAbout = (purchaseId: string): boolean =>
    items.value?.some((item) => item.about === 'purchase' && item.purchase.id === purchaseId) ?? false

  return { items, count, asksAbout }
})
