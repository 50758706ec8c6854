import { onScopeDispose } from 'vue'

/** Calls `act` for Ctrl and a key, on macOS ⌘ and the key, until its scope ends. */
export function onShortcut(key: string, act: () => void): void {
  function onKey(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== key || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    act()
  }
  window.addEventListener('keydown', onKey)
  onScopeDispose(() => window.removeEventListener('keydown', onKey))
}
