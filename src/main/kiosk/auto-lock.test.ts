import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAutoLock } from './auto-lock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('automatic lock', () => {
  it('locks after the set minutes without activity, and not before', () => {
    let clock = 0
    const lock = vi.fn()
    const autoLock = createAutoLock(
      () => 5,
      () => clock,
      lock,
    )
    const pass = (minutes: number): void => {
      clock += minutes * 60_000
      vi.advanceTimersByTime(10_000)
    }
    pass(4)
    expect(lock).not.toHaveBeenCalled()
    autoLock.active()
    pass(4)
    expect(lock).not.toHaveBeenCalled()
    pass(1)
    expect(lock).toHaveBeenCalled()
    autoLock.stop()
  })
})
