import { defineStore } from 'pinia'
import { ref, shallowReactive, shallowRef, watch } from 'vue'
import type { ChangeKind, ChangeView } from '../../../../shared/catalog/views.ts'
import type { RequestOutput } from '../../../../shared/contract.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'

export type ChangeCounts = Readonly<Record<ChangeKind, number>>

/** Which changes are shown: all, the user's own, or one kind. */
export type ShownChanges = ChangeKind | 'all' | 'yours'

/** The catalog's changes: the summary in the shop, and the lists as last opened, so that Back restores them. */
export const useChangesStore = defineStore('changes', () => {
  /** Null before the first answer. */
  const summary = shallowRef<RequestOutput<'catalog.changes'> | null>(null)
  const lists = shallowReactive(new Map<ShownChanges, readonly ChangeView[]>())
  const counts = shallowRef<ChangeCounts | null>(null)
  const yours = ref(0)
  const since = ref<string | null>(null)
  const app = useAppStore()

  watch(
    () => app.app?.profile?.id,
    () => {
      // Another service has another catalog.
      summary.value = null
      counts.value = null
      lists.clear()
    },
  )
  return { summary, lists, counts, yours, since }
})
