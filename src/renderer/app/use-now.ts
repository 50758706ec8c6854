import { onScopeDispose, ref, type Ref } from 'vue'

/** The time that all of a pace share, so that ages on a screen agree. */
interface Clock {
  readonly now: Ref<number>
  users: number
  readonly timer: ReturnType<typeof setInterval>
}
const clocks = new Map<number, Clock>()

/** A clock that is newer than this is not set when another caller comes: each time it is set, all of them render. */
const NEW_MS = 1000

/** Returns the current time in epoch milliseconds, updated every `every` milliseconds while the caller lives. */
export function useNow(every = 15_000): Ref<number> {
  const clock = clocks.get(every) ?? start(every)
  clock.users += 1
  if (Math.abs(Date.now() - clock.now.value) > NEW_MS) clock.now.value = Date.now()
  onScopeDispose(() => {
    clock.users -= 1
    if (clock.users > 0) return
    clearInterval(clock.timer)
    clocks.delete(every)
  })
  return clock.now
}

function start(every: number): Clock {
  const now = ref(Date.now())
  const clock = { now, users: 0, timer: setInterval(() => (now.value = Date.now()), every) }
  clocks.set(every, clock)
  return clock
}
