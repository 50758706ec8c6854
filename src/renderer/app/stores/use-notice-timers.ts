import { onScopeDispose, watch } from 'vue'
import { copyOf, useNoticesStore } from './notices-store.ts'

/** Removes each notice after enough time to read it; errors and notices with an action stay longer. */
export function useNoticeTimers(): void {
  const store = useNoticesStore()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  watch(
    () => store.notices,
    (notices) => {
      for (const { id, tone, message, action } of notices) {
        if (timers.has(id) || copyOf(message) !== null) continue
        timers.set(
          id,
          setTimeout(() => store.remove(id), tone === 'bad' || action !== null ? 15_000 : 6_000),
        )
      }
    },
  )
  onScopeDispose(() => timers.forEach((timer) => clearTimeout(timer)))
}
