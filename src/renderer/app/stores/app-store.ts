import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { connectionMessages } from '../messages/connection-messages.ts'
import type { AppView } from '../../../shared/app/views.ts'
import type { BudgetView, ConnectionView } from '../../../shared/services/views.ts'

/** Main's view of Till as a whole: settings, service, wallet, request budget and connection. */
export const useAppStore = defineStore('app', () => {
  const app = shallowRef<AppView | null>(null)
  const budget = shallowRef<BudgetView | null>(null)
  const connection = shallowRef<ConnectionView | null>(null)
  /** The path that the page is asked to open; null once it has. */
  const opening = shallowRef<string | null>(null)
  /** Whether the page's memory holds a code, key or recovery phrase, shown or not: nothing can overwrite a string. */
  const holdsSecret = shallowRef(false)
  const isReady = computed(() => app.value !== null && app.value.profile !== null && app.value.wallet !== null)
  const role = computed(() => app.value?.kiosk.role ?? 'manager')
  const isLocked = computed(() => app.value?.locked ?? true)
  const voice = computed(() => connectionMessages(connection.value, app.value?.profile ?? null))
  return { app, budget, connection, opening, holdsSecret, isReady, role, isLocked, voice }
})
