import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import type { SpendingView } from '../../../../shared/bookkeeping/views.ts'
import { dayAt, isMonth, isPeriod, monthOf, stepPeriod } from '../../../../shared/periods.ts'
import { onEvent, request } from '../../../app/requests/client.ts'
import { useNewest } from '../../../app/requests/use-newest.ts'
import { useNow } from '../../../app/timing/use-now.ts'

/** Holds what was bought in the month of the URL, this month by default, and moves to other months. */
export function useSpending(requestedMonth: Ref<string | null>) {
  const router = useRouter()
  const now = useNow()
  const current = computed(() => monthOf(dayAt(now.value)))
  const month = computed(() => {
    const wanted = requestedMonth.value
    return wanted !== null && isPeriod(wanted) && isMonth(wanted) ? wanted : current.value
  })
  const spending = shallowRef<SpendingView | null>(null)
  const adding = useNewest(async (of: string) => {
    const answer = await request('bookkeeping.month', { month: of })
    if (of === month.value) spending.value = answer
  })
  const show = async (of: string): Promise<void> => {
    await router.replace({ name: 'spending', query: { month: of } })
  }
  const load = (): Promise<void> => adding.ask(month.value)

  watch(
    month,
    () => {
      spending.value = null
      void load()
    },
    { immediate: true },
  )
  onScopeDispose(onEvent('purchase.changed', () => void load()))
  return {
    month,
    current,
    spending,
    error: adding.error,
    show,
    load,
    step: (by: number): Promise<void> => show(stepPeriod(month.value, by)),
  }
}
