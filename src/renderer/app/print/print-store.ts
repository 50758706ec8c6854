import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { createMutex } from '../../../shared/mutex.ts'
import type { ShopHead, SaleReceipt } from '../../../shared/receipts/receipt-views.ts'

interface Sheet {
  /** Each print job gets a new layout. */
  readonly turn: number
  readonly head: ShopHead
  readonly receipt: SaleReceipt
  /** It is ready to print. */
  readonly ready: () => void
}

/** The receipt for the system printer. The printer prints what the page shows, and the user may have left their screen by then. */
export const usePrintStore = defineStore('print', () => {
  const sheet = shallowRef<Sheet | null>(null)
  const mutex = createMutex()
  let turns = 0

  /** Shows a receipt in place of every screen while `print` runs, one after another. */
  function during<T>(head: ShopHead, receipt: SaleReceipt, print: () => Promise<T>): Promise<T> {
    return mutex(async () => {
      await new Promise<void>((ready) => (sheet.value = { turn: ++turns, head, receipt, ready }))
      return print().finally(() => (sheet.value = null))
    })
  }
  return { sheet, during }
})
