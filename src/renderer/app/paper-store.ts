import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { createMutex } from '../../shared/mutex.ts'
import type { ShopHead, Slip } from '../../shared/receipts/slip-views.ts'

interface Sheet {
  /** Each is laid out anew. */
  readonly turn: number
  readonly head: ShopHead
  readonly slip: Slip
  /** It can be printed now. */
  readonly ready: () => void
}

/** The slip that the system's printer is to take: it prints what the page shows, and whoever printed may have left their screen by then. */
export const usePaperStore = defineStore('paper', () => {
  const sheet = shallowRef<Sheet | null>(null)
  const mutex = createMutex()
  let turns = 0

  /** Lays a slip out in place of every screen for as long as `print` takes, one after another. */
  function during<T>(head: ShopHead, slip: Slip, print: () => Promise<T>): Promise<T> {
    return mutex(async () => {
      await new Promise<void>((ready) => (sheet.value = { turn: ++turns, head, slip, ready }))
      return print().finally(() => (sheet.value = null))
    })
  }
  return { sheet, during }
})
