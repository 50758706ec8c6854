import { computed, onMounted, onScopeDispose, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { SalesLeftView } from '../../../shared/sales/views.ts'
import { onEvent, request } from '../requests/client.ts'
import { useFormats } from '../formats/use-formats.ts'

/** While few are left, coins may come from elsewhere at any time. */
const LOW_POLL_MS = 60_000

/** Returns about how many more usual sales the wallet pays, in words; empty while that is unknown, or not for this user. */
export function useSalesLeft() {
  const { t } = useI18n()
  const formats = useFormats()
  const left = shallowRef<SalesLeftView | null>(null)
  const isLow = computed(() => left.value?.isLow === true)
  const text = computed(() => {
    if (left.value === null) return ''
    const { count, isMost, currency, price } = left.value
    const words = { n: formats.value.number(count), price: formats.value.price(currency, price) }
    return isMost ? t('kiosk.salesLeftMost', words) : t('kiosk.salesLeft', words, count)
  })

  async function load(): Promise<void> {
    left.value = await request('sales.left').catch(() => null)
  }
  watch(isLow, (low, _, onCleanup) => {
    if (!low) return
    const readBalances = (): void => void request('wallet.balances', { fresh: true }).catch(() => undefined)
    const timer = setInterval(readBalances, LOW_POLL_MS)
    onCleanup(() => clearInterval(timer))
  })
  onMounted(load)
  onScopeDispose(onEvent('balances.changed', () => void load()))
  return { text, isLow }
}
