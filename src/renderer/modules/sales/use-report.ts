import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { dayAt, isMonth, isPeriod, monthOf, spanOf, stepPeriod } from '../../../shared/periods.ts'
import type { SalesReportView } from '../../../shared/sales/views.ts'
import { onEvent, request } from '../../app/requests/client.ts'
import { useNewest } from '../../app/requests/use-newest.ts'
import { useNow } from '../../app/timing/use-now.ts'

/** Holds the report for the day or month in the URL, today's by default, and moves to other periods. */
export function useReport(requestedPeriod: Ref<string | null>) {
  const router = useRouter()
  const now = useNow()
  const today = computed(() => dayAt(now.value))
  const period = computed(() =>
    requestedPeriod.value !== null && isPeriod(requestedPeriod.value) ? requestedPeriod.value : today.value,
  )
  const ofMonth = computed(() => isMonth(period.value))
  /** The period that contains today. */
  const current = computed(() => (ofMonth.value ? monthOf(today.value) : today.value))
  const made = shallowRef<SalesReportView | null>(null)
  /** Null until it is of the period: the figures of another one never stand below its name. */
  const report = computed(() => (made.value?.period === period.value ? made.value : null))
  const making = useNewest(async (of: string) => void (made.value = await request('sales.report', { period: of })))

  async function show(of: string): Promise<void> {
    await router.replace({ name: 'reports', query: { period: of } })
  }
  const step = (by: number): Promise<void> => show(stepPeriod(period.value, by))
  /** Switches from a day to its month, and from a month to today, or to its first day if today is not in it. */
  function change(span: 'day' | 'month'): Promise<void> {
    if (span === 'month') return show(monthOf(period.value))
    return show(period.value === monthOf(today.value) ? today.value : dayAt(spanOf(period.value).from))
  }
  const load = (): Promise<void> => making.ask(period.value)

  watch(period, load, { immediate: true })
  onScopeDispose(onEvent('purchase.progressed', () => void (period.value === current.value && load())))
  const error = computed(() => (making.running.value ? null : making.error.value))
  return { period, ofMonth, current, report, error, show, step, change, load }
}
