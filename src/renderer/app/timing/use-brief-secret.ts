import { onScopeDispose, shallowRef, watch } from 'vue'
import { useAppStore } from '../stores/app-store.ts'

/** How long a secret is kept, in milliseconds. */
const KEPT_FOR = 60_000

/** Keeps a secret for a minute at most, and clears it when Till locks or the screen is left. */
export function useBriefSecret<T>() {
  const app = useAppStore()
  const secret = shallowRef<T | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined

  function forget(): void {
    clearTimeout(timer)
    secret.value = null
  }
  function keep(value: T): void {
    forget()
    secret.value = value
    timer = setTimeout(forget, KEPT_FOR)
  }
  watch(
    () => app.isLocked,
    (locked) => {
      if (locked) forget()
    },
  )
  onScopeDispose(forget)
  return { secret, keep, forget }
}
