import { watch } from 'vue'
import type { Router } from 'vue-router'
import { useAppStore } from '../stores/app-store.ts'
import { useNoticesStore } from '../stores/notices-store.ts'

/**
 * Notifies the user of an automatic lock, which leaves them on their screen, unlike one on request. A page that holds a secret is replaced
 * by a new one at the same path, so that its memory returns to the system; `locked` in that path stands for the notice.
 */
export function handleLock(
  router: Pick<Router, 'replace' | 'resolve' | 'currentRoute'>,
  renew: (path: string) => void,
): void {
  const app = useAppStore()
  const notices = useNoticesStore()

  watch(
    () => app.isLocked,
    (isLocked) => {
      if (!isLocked || !app.isReady) return
      const { name, path, query, fullPath } = router.currentRoute.value
      const isAutomatic = name !== 'unlock'
      if (!app.holdsSecret) return void (isAutomatic && notices.add('plain', 'lock.lockedItself'))
      renew(isAutomatic ? router.resolve({ path, query: { ...query, locked: null } }).fullPath : fullPath)
    },
  )
  watch(
    () => router.currentRoute.value.query['locked'],
    (locked) => {
      if (locked === undefined) return
      const { locked: _, ...query } = router.currentRoute.value.query
      void router.replace({ query })
      notices.add('plain', 'lock.lockedItself')
    },
    { immediate: true },
  )
}
