import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AccountView } from '../../../shared/wallet/views.ts'
import { useAppStore } from '../stores/app-store.ts'

/** The accounts of the wallet, watched ones included, and the one that pays. */
export const useAccountsStore = defineStore('accounts', () => {
  const app = useAppStore()
  const all = shallowRef<readonly AccountView[]>([])
  /** The current account; null without a wallet, and for a clerk. */
  const current = computed(() => {
    const wallet = app.app?.wallet ?? null
    return wallet === 'hidden' ? null : wallet
  })
  const isWatched = computed(() => current.value?.kind === 'watched')
  return { all, current, isWatched }
})
