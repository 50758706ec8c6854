import { defineComponent, onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import { useAppStore } from '../stores/app-store.ts'

/**
 * Opens the path that the store names, like a link of the page: the screen that is left keeps or offers what was typed. An open dialog must
 * be answered first. The path is dropped during the first run, and for everybody but the manager.
 */
export default defineComponent(() => {
  const router = useRouter()
  const store = useAppStore()

  function openPath(): void {
    const { opening } = store
    if (opening === null || document.querySelector('[role="dialog"]') !== null) return
    store.opening = null
    const { name } = router.currentRoute.value
    if (store.role === 'manager' && name !== 'welcome') void router.push(opening)
  }

  const dialogs = new MutationObserver(openPath)
  dialogs.observe(document.body, { childList: true, subtree: true })
  onScopeDispose(() => dialogs.disconnect())
  openPath()
  return () => null
})
