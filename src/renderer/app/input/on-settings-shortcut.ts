import { onScopeDispose } from 'vue'

/** Calls `open` for Ctrl and comma, on macOS ⌘ and comma, until its scope ends. */
export function onSettingsShortcut(open: () => void): void {
  function onKey(event: KeyboardEvent): void {
    if (event.key !== ',' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    open()
  }
  window.addEventListener('keydown', onKey)
  onScopeDispose(() => window.removeEventListener('keydown', onKey))
}
