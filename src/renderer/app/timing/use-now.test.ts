import { afterEach, expect, test, vi } from 'vitest'
import { effectScope } from 'vue'
import { useNow } from './use-now.ts'

afterEach(() => void vi.useRealTimers())

test('all callers share one time, whenever they came, and none is left when the last has gone', () => {
  vi.useFakeTimers({ now: 0 })
  const [first, second] = [effectScope(), effectScope()]
  const early = first.run(() => useNow())
  vi.advanceTimersByTime(10_000)
  const late = second.run(() => useNow())
  expect([early?.value, late?.value]).toEqual([10_000, 10_000])
  vi.advanceTimersByTime(5_000)
  vi.advanceTimersByTime(10_000)
  expect([early?.value, late?.value]).toEqual([25_000, 25_000])
  first.stop()
  vi.advanceTimersByTime(15_000)
  expect(late?.value).toBe(40_000)
  second.stop()
  expect(vi.getTimerCount()).toBe(0)
})
