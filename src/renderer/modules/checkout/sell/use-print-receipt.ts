import { defineStore } from 'pinia'
import { computed, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import { receiptParts } from '../../../../shared/receipts/receipt-parts.ts'
import type { ShopHead } from '../../../../shared/receipts/receipt-views.ts'
import { request } from '../../../app/requests/client.ts'
import { useErrorMessages } from '../../../app/messages/use-error-messages.ts'
import { usePrintStore } from '../../../app/print/print-store.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { useTask } from '../../../app/requests/use-task.ts'

/** The sales whose receipt was printed automatically: each once, whatever the result and however often the page opens. */
const useReceiptsStore = defineStore('receipts', () => {
  const begun = new Set<string>()
  /** Marks a receipt as started; returns whether it was the first time. */
  function begin(purchaseId: string): boolean {
    const isFirst = !begun.has(purchaseId)
    begun.add(purchaseId)
    return isFirst
  }
  return { begin }
})

/** Prints the receipt of a sale once automatically, and again on request. A failure is reported even after the page was left. */
export function usePrintReceipt(purchaseId: string, isPrinted: boolean) {
  const app = useAppStore()
  const messages = useErrorMessages()
  const receipts = useReceiptsStore()
  const paper = usePrintStore()
  const head = shallowRef<ShopHead | null>(null)
  const isDone = ref(isPrinted)
  const printing = useTask(() => request('sales.print', { purchaseId }))
  const reading = useTask(() => request('sales.receipt', { purchaseId }))
  const hasPrinter = computed(() => head.value !== null && head.value.printer !== 'none')
  const hasNoPrinter = computed(() => head.value?.printer === 'none')
  const failure = computed(() => printing.error.value ?? reading.error.value)

  async function print(): Promise<void> {
    if (head.value === null) return
    if (head.value.printer !== 'system') isDone.value = (await printing.run())?.printed ?? isDone.value
    else {
      const receipt = await reading.run()
      if (!receipt) return
      const printed = await paper.during(head.value, (shop) => receiptParts(shop, receipt), printing.run)
      isDone.value = printed?.printed ?? isDone.value
    }
  }
  let isLeft = false
  onBeforeUnmount(() => (isLeft = true))
  onMounted(async () => {
    head.value = await request('shop.get').catch(() => null)
    // The system's own print dialog opens only on request.
    const isSilent = hasPrinter.value && (head.value?.printer !== 'system' || app.app?.printsSilently === true)
    if (!isSilent || isPrinted || !receipts.begin(purchaseId)) return
    await print()
    if (isLeft && failure.value) messages.notify(failure.value)
  })
  return { hasPrinter, hasNoPrinter, isDone, printing, failure, print }
}

/** The receipt of what was just sold. */
export type PrintedSale = ReturnType<typeof usePrintReceipt>
