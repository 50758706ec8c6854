import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdleTimer } from './idle-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('automatic lock', () => {
  it('locks after the set minutes without activity, and not before', () => {
    let clock = 0
    const lock = vi.fn()
    const idleTimer = createIdleTimer(
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
    idleTimer.restart()
    pass(4)
    expect(lock).not.toHaveBeenCalled()
    pass(1)
    expect(lock).toHaveBeenCalled()
    idleTimer.stop()
  })
})
