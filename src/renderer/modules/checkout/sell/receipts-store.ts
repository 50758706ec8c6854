import { defineStore } from 'pinia'

/** The sales whose receipt was printed automatically: each once, whatever the result and however often the page opens. */
export const useReceiptsStore = defineStore('receipts', () => {
  const begun = new Set<string>()
  /** Marks a receipt as started; returns whether it was the first time. */
  function begin(purchaseId: string): boolean {
    const isFirst = !begun.has(purchaseId)
    begun.add(purchaseId)
    return isFirst
  }
  return { begin }
})
