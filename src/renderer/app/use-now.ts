import { onScopeDispose, ref, type Ref } from 'vue'

/** Returns the current time in epoch milliseconds, updated every `every` milliseconds while the caller lives. */
export function useNow(every = 15_000): Ref<number> {
  const now = ref(Date.now())
  const timer = setInterval(() => (now.value = Date.now()), every)
  onScopeDispose(() => clearInterval(timer))
  return now
}
