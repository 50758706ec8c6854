import { request } from '../requests/client.ts'
import { useRemindersStore } from './reminders-store.ts'

/** Loads the reminders into their store. */
export async function loadReminders(): Promise<void> {
  const store = useRemindersStore()
  store.all = await request('reminders.list')
}
