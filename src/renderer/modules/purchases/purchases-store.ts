import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { PurchaseRowView } from '../../../shared/purchases/views.ts'

/** The purchases read so far for the question `key`; kept while one of them is open. */
export const usePurchasesStore = defineStore('purchases', () => {
  const key = ref('')
  const rows = shallowRef<readonly PurchaseRowView[]>([])
  /** How many there are in all; null before the first answer. */
  const total = ref<number | null>(null)

  /** Puts a changed purchase in the place of what was shown of it; answers whether it was there. */
  function replace(changed: PurchaseRowView): boolean {
    if (!rows.value.some(({ id }) => id === changed.id)) return false
    rows.value = rows.value.map((row) => (row.id === changed.id ? changed : row))
    return true
  }
  return { key, rows, total, replace }
})
