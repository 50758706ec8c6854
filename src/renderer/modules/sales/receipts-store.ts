import { defineStore } from 'pinia'

/** Which sales' receipts were begun by themselves: none is twice, whatever became of it and however often its page is opened. */
export const useReceiptsStore = defineStore('receipts', () => {
  const begun = new Set<string>()
  /** Whether it is the first time. */
  function begin(purchaseId: string): boolean {
    const isFirst = !begun.has(purchaseId)
    begun.add(purchaseId)
    return isFirst
  }
  return { begin }
})
