import { onScopeDispose } from 'vue'
import { createScanDetector } from './scan.ts'

const typed = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/**
 * Calls `search` with a barcode scanner's codes while no field has the focus, and keeps its Enter from pressing the focused element. If
 * `maySearch` is false, it only blocks that Enter. It ignores typing in fields, except those
 * within `data-scans`, which have the focus while a scanner reads.
 */
export function handleScans(search: (code: string) => void, maySearch: () => boolean): void {
  const detector = createScanDetector()
  function onKey(event: KeyboardEvent): void {
    const field = event.target instanceof Element ? event.target.closest(typed) : null
    if (
      (field && !field.closest('[data-scans]')) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.isComposing
    )
      return
    const found = detector.key(event.key, event.timeStamp)
    if (found === 'alone') return
    // A space within a code would press a button, as Enter would; in a field it is text.
    if (typeof found === 'object' || (event.key === ' ' && field === null)) {
      event.preventDefault()
      event.stopPropagation()
    }
    if (typeof found === 'object' && maySearch()) search(found.code)
  }
  window.addEventListener('keydown', onKey, { capture: true })
  onScopeDispose(() => window.removeEventListener('keydown', onKey, { capture: true }))
}
