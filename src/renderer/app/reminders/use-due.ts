import { computed, type ComputedRef } from 'vue'
import { dayAt } from '../../../shared/periods.ts'
import type { ReminderView } from '../../../shared/reminders/views.ts'
import { useNow } from '../timing/use-now.ts'
import { useRemindersStore } from './reminders-store.ts'

/** Returns the reminders that are due, also after midnight. */
export function useDue(): ComputedRef<readonly ReminderView[]> {
  const store = useRemindersStore()
  const now = useNow(60_000)
  const today = computed(() => dayAt(now.value))
  return computed(() => (store.all ?? []).filter(({ dueOn }) => dueOn <= today.value))
}
