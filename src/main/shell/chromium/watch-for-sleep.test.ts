import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchForSleep } from './watch-for-sleep.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports every pause of more than a minute once, and nothing else', () => {
  const onSleep = vi.fn()
  const stop = watchForSleep(onSleep)
  vi.advanceTimersByTime(30 * 60_000)
  expect(onSleep).not.toHaveBeenCalled()
  for (const nights of [1, 2]) {
    vi.setSystemTime(Date.now() + 61_000)
    vi.advanceTimersByTime(60_000)
    expect(onSleep).toHaveBeenCalledTimes(nights)
  }
  stop()
  vi.setSystemTime(Date.now() + 61_000)
  vi.advanceTimersByTime(60_000)
  expect(onSleep).toHaveBeenCalledTimes(2)
})
