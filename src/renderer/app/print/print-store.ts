import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { createMutex } from '../../../shared/mutex.ts'
import type { ShopHead, SaleReceipt } from '../../../shared/receipts/receipt-views.ts'

interface Sheet {
  /** Each is laid out anew. */
  readonly turn: number
  readonly head: ShopHead
  readonly receipt: SaleReceipt
  /** It can be printed now. */
  readonly ready: () => void
}

/** The receipt that the system's printer is to take: it prints what the page shows, and whoever printed may have left their screen by then. */
export const usePrintStore = defineStore('print', () => {
  const sheet = shallowRef<Sheet | null>(null)
  const mutex = createMutex()
  let turns = 0

  /** Lays a receipt out in place of every screen for as long as `print` takes, one after another. */
  function during<T>(head: ShopHead, receipt: SaleReceipt, print: () => Promise<T>): Promise<T> {
    return mutex(async () => {
      await new Promise<void>((ready) => (sheet.value = { turn: ++turns, head, receipt, ready }))
      return print().finally(() => (sheet.value = null))
    })
  }
  return { sheet, during }
})
