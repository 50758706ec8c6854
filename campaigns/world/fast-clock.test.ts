import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SIM_START } from './clock.ts'
import { createFastClock } from './fast-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a fast clock', () => {
  it('runs ten times as fast as the system’s, and agrees with one in another process', () => {
    const clock = createFastClock()
    const other = createFastClock(clock.start(3_000))
    vi.advanceTimersByTime(250)
    expect([clock.now(), other.now()]).toEqual([SIM_START + 5_500, SIM_START + 5_500])
  })

  it('holds all its timers until it is started', () => {
    const clock = createFastClock()
    const rings: string[] = []
    clock.timer(2_000, () => rings.push('waiting'))
    const cancel = clock.timer(1_000, () => rings.push('cancelled'))
    vi.advanceTimersByTime(1_000)
    clock.start(0)
    cancel()
    vi.advanceTimersByTime(199)
    clock.stop()
    vi.advanceTimersByTime(1_000)
    expect([clock.now(), ...rings]).toEqual([SIM_START + 1_990])
    clock.start(0)
    vi.advanceTimersByTime(1)
    expect(rings).toEqual(['waiting'])
  })

  it('waits until a condition holds, or for the given time', async () => {
    const clock = createFastClock()
    clock.start(0)
    let isDone = false
    clock.timer(1_000, () => (isDone = true))
    const answers = Promise.all([clock.until(() => isDone, 5_000), clock.until(() => false, 2_000)])
    await vi.advanceTimersByTimeAsync(300)
    expect(await answers).toEqual([true, false])
  })
})
