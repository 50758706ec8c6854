import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { ListedPurchaseView, PurchaseRowView } from '../../../../shared/purchases/views.ts'

/** The purchases loaded for the filter `key`; they survive while one of them is open. */
export const usePurchasesStore = defineStore('purchases', () => {
  const key = ref('')
  const rows = shallowRef<readonly ListedPurchaseView[]>([])
  /** The total number of purchases; null before the first answer. */
  const total = ref<number | null>(null)
  /** The text that was searched for instead of a mistyped one; null if none was. */
  const searched = ref<string | null>(null)

  /** Replaces a purchase in the list; returns whether it was there. */
  function replace(changed: PurchaseRowView): boolean {
    if (!rows.value.some(({ id }) => id === changed.id)) return false
    rows.value = rows.value.map((row) => (row.id === changed.id ? { ...row, ...changed } : row))
    return true
  }
  return { key, rows, total, searched, replace }
})
