import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ReminderView } from '../../../shared/reminders/views.ts'

/** The reminders to buy again, the next one first; null before they were read. */
export const useRemindersStore = defineStore('reminders', () => {
  const all = shallowRef<readonly ReminderView[] | null>(null)
  return { all }
})
