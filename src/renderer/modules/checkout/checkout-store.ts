import { defineStore } from 'pinia'
import { ref } from 'vue'

/** What was typed for the product at hand; kept when a person looks elsewhere and comes back, never written down. */
export const useCheckoutStore = defineStore('checkout', () => {
  const sku = ref('')
  const reference = ref('')
  const fields = ref<Record<string, string>>({})
  const payWith = ref<string | null>(null)
  /** The purchase that this checkout's first price named; every further price is for the same. */
  const purchaseId = ref<string | null>(null)

  /** The purchase that was never paid and that this checkout stands in for. */
  const retryOf = ref<string | null>(null)

  /** Starts over for `newSku`. */
  function begin(newSku: string): void {
    sku.value = newSku
    reference.value = ''
    fields.value = {}
    purchaseId.value = null
    retryOf.value = null
  }
  return { sku, reference, fields, payWith, purchaseId, retryOf, begin }
})
