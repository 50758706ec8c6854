import { onMounted, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { RequestInput } from '../../../shared/contract.ts'
import type { SaleView, ShiftView } from '../../../shared/sales/views.ts'
import { onEvent, request } from '../../app/requests/client.ts'
import { useNewest } from '../../app/requests/use-newest.ts'
import { useTask } from '../../app/requests/use-task.ts'

const MAX_SALES = 60

/** Lists the sales, newest first, and the open shift; `urlText` is the search text of the URL. `onlyOwed` leaves out what owes no cash. */
export function useSales(urlText: Ref<string>, onlyOwed: Ref<boolean>) {
  const text = ref(urlText.value)
  const sales = shallowRef<readonly SaleView[] | null>(null)
  const total = ref(0)
  /** Undefined until it is loaded. */
  const shift = shallowRef<ShiftView | null | undefined>()

  const listing = useNewest(async (typed: string) => {
    const found = await request('sales.list', { text: typed, owed: onlyOwed.value, limit: MAX_SALES })
    sales.value = found.sales
    total.value = found.total
  })
  const refreshing = useTask(() => request('sales.refresh'))

  async function load(): Promise<void> {
    await Promise.all([
      listing.ask(text.value),
      request('shift.get').then(
        (open) => (shift.value = open),
        () => undefined,
      ),
    ])
  }
  const refundCash = (refund: RequestInput<'sales.refundCash'>): Promise<SaleView> =>
    request('sales.refundCash', refund).finally(() => void load())
  watch(urlText, (wanted) => (text.value = wanted))
  watch([text, onlyOwed], () => void listing.ask(text.value))
  onScopeDispose(onEvent('purchase.progressed', () => void listing.ask(text.value)))
  onMounted(load)
  return { text, sales, total, shift, error: listing.error, refundCash, refreshing, load }
}
