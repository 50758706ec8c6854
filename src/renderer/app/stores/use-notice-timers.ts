import { onScopeDispose, watch } from 'vue'
import { copyOf, useNoticesStore, type Notice } from './notices-store.ts'

/** How long a notice stays, in milliseconds: errors longer than news, an action longest, and a text to copy until it is dismissed. */
function lifeOf({ tone, message, action }: Notice): number | null {
  if (copyOf(message) !== null) return null
  if (action !== null) return 20_000
  return tone === 'bad' ? 15_000 : 5_000
}

/** Removes each notice after enough time to read it. While `isPaused`, none goes; after it, each has its whole time again. */
export function useNoticeTimers(isPaused: () => boolean): void {
  const store = useNoticesStore()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  function stop(): void {
    timers.forEach((timer) => clearTimeout(timer))
    timers.clear()
  }
  watch(
    [() => store.notices, isPaused],
    ([notices, paused]) => {
      if (paused) return stop()
      for (const notice of notices) {
        const life = lifeOf(notice)
        if (life === null || timers.has(notice.id)) continue
        timers.set(
          notice.id,
          setTimeout(() => store.remove(notice.id), life),
        )
      }
    },
    { immediate: true },
  )
  onScopeDispose(stop)
}
