import { onScopeDispose } from 'vue'

/** Calls `seen` for every user activity while the caller lives. */
export function onActivity(seen: (event: Event) => void): void {
  const kinds = ['pointerdown', 'keydown', 'wheel'] as const
  for (const kind of kinds) window.addEventListener(kind, seen, { passive: true, capture: true })
  onScopeDispose(() => {
    for (const kind of kinds) window.removeEventListener(kind, seen, { capture: true })
  })
}
