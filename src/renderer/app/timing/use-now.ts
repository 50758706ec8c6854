import { onScopeDispose, ref, type Ref } from 'vue'

/** The time of each pace, shared by all its callers, so that the ages on a screen agree. */
const times = new Map<number, Ref<number>>()
/** A new caller sets the time only if it is older than this: all others render again. */
const NEW_MS = 1000

/** Returns the current time in epoch milliseconds, updated every `every` milliseconds while the caller lives. */
export function useNow(every = 15_000): Ref<number> {
  const now = times.get(every) ?? ref(Date.now())
  times.set(every, now)
  const set = (oldMs: number): void => {
    if (Math.abs(Date.now() - now.value) >= oldMs) now.value = Date.now()
  }
  set(NEW_MS)
  // The first caller whose turn it is sets it for all.
  const timer = setInterval(set, every, every / 2)
  onScopeDispose(() => clearInterval(timer))
  return now
}
