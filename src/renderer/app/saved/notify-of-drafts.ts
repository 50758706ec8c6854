import { watch } from 'vue'
import type { Router } from 'vue-router'
import { useAppStore } from '../stores/app-store.ts'
import { useNoticesStore } from '../stores/notices-store.ts'
import { useSavedStore } from './saved-store.ts'

/** Screens that show what is saved, or that the user is busy on. */
const busy: readonly unknown[] = ['purchases', 'checkout', 'unlock']

/** Notifies the user of waiting drafts once the connection is back; only a press opens them. */
export function notifyOfDrafts(router: Pick<Router, 'push' | 'currentRoute'>): void {
  const app = useAppStore()
  const saved = useSavedStore()
  const notices = useNoticesStore()
  let wasOffline = app.voice.state === 'offline'

  watch(
    () => app.voice.state,
    (state) => {
      const isBack = wasOffline && state === 'online'
      if (state === 'offline' || state === 'online') wasOffline = state === 'offline'
      const [first, ...others] = saved.drafts
      if (!isBack || first === undefined || busy.includes(router.currentRoute.value.name)) return
      const one = { name: 'checkout', params: { sku: first.product.sku }, query: { draft: first.id } }
      const to = others.length === 0 ? one : { name: 'purchases' }
      notices.add('plain', 'drafts.back', { action: { key: 'drafts.backSee', run: () => void router.push(to) } })
    },
  )
}
