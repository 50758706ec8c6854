import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { createMutex } from '../../../shared/mutex.ts'
import type { PrintedHead, ReceiptPart } from '../../../shared/receipts/receipt-parts.ts'
import type { ShopHead } from '../../../shared/receipts/receipt-views.ts'
import { homeCountry } from '../formats/use-formats.ts'

interface Sheet {
  /** Each print job gets a new layout. */
  readonly turn: number
  readonly head: ShopHead
  readonly parts: readonly ReceiptPart[]
  /** It is ready to print. */
  readonly ready: () => void
}

/** The receipt or report for the system printer. The printer prints what the page shows, and the user may have left their screen by then. */
export const usePrintStore = defineStore('print', () => {
  const sheet = shallowRef<Sheet | null>(null)
  const mutex = createMutex()
  let turns = 0

  /** Shows what is printed in place of every screen while `print` runs, one after another. */
  function during<T>(
    head: ShopHead,
    partsFor: (head: PrintedHead) => readonly ReceiptPart[],
    print: () => Promise<T>,
  ): Promise<T> {
    return mutex(async () => {
      const parts = partsFor({ ...head, country: homeCountry.value })
      await new Promise<void>((ready) => (sheet.value = { turn: ++turns, head, parts, ready }))
      return print().finally(() => (sheet.value = null))
    })
  }
  return { sheet, during }
})
