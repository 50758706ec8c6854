import { onScopeDispose, ref } from 'vue'

/** How long a secret stays shown, in milliseconds. */
const SHOWN_FOR = 60_000

/**
 * Covers a secret at first. Shows it for a minute on request, and covers it again when the minute is over, and when the window loses
 * the focus or is hidden.
 */
export function useCover() {
  const isShown = ref(false)
  /** Whether the secret was shown at least once. */
  const wasShown = ref(false)
  const secondsLeft = ref(0)
  let until = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function cover(): void {
    clearInterval(timer)
    isShown.value = false
    secondsLeft.value = 0
  }
  // The clock decides, because timers stand still while the computer sleeps.
  function tick(): void {
    secondsLeft.value = Math.max(0, Math.ceil((until - Date.now()) / 1000))
    if (secondsLeft.value === 0) cover()
  }
  function show(): void {
    cover()
    isShown.value = true
    wasShown.value = true
    until = Date.now() + SHOWN_FOR
    timer = setInterval(tick, 1000)
    tick()
  }
  function addMinute(): void {
    until += SHOWN_FOR
    tick()
  }
  function coverIfHidden(): void {
    if (document.hidden) cover()
  }
  window.addEventListener('blur', cover)
  document.addEventListener('visibilitychange', coverIfHidden)
  onScopeDispose(() => {
    cover()
    window.removeEventListener('blur', cover)
    document.removeEventListener('visibilitychange', coverIfHidden)
  })
  return { isShown, wasShown, secondsLeft, show, cover, addMinute }
}
