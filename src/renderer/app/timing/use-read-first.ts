import { ref, watch, type Ref } from 'vue'

/** A double press takes up to half a second, and a person who waits for a price presses again after less than this. */
const READ_MS = 800

/** Returns whether what `shown` returns was on screen long enough to be read: a second press on what asked for it confirms nothing. */
export function useReadFirst(shown: () => object | string | null): Ref<boolean> {
  const isRead = ref(false)
  watch(
    shown,
    (now, _, onCleanup) => {
      isRead.value = false
      if (now === null) return
      const timer = setTimeout(() => (isRead.value = true), READ_MS)
      onCleanup(() => clearTimeout(timer))
    },
    { flush: 'sync' },
  )
  return isRead
}
