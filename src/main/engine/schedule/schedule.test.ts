import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coalesce } from '../../../shared/coalesce.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import { systemTimer } from '../../../shared/timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates work whose runs end on command. */
function slowWork(): {
  work: (key: string) => Promise<number | null>
  end(delay: number | null): Promise<void>
  runs: string[]
} {
  const ends: ((delay: number | null) => void)[] = []
  const runs: string[] = []
  return {
    runs,
    work: (key) => {
      runs.push(key)
      return new Promise((resolve) => ends.push(resolve))
    },
    async end(delay) {
      ends.shift()?.(delay)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const scheduleOf = (run: (key: string) => Promise<number | null>, atOnce = 10): Schedule =>
  createSchedule({ run, atOnce, timer: systemTimer, monotonic: Date.now })

describe('a schedule', () => {
  it('runs a key again when it is due, and keys concurrently', async () => {
    const { work, end, runs } = slowWork()
    const schedule = scheduleOf(work)
    schedule.now('a')
    schedule.now('b')
    expect(runs).toEqual(['a', 'b'])
    await end(500)
    await end(null)
    await vi.advanceTimersByTimeAsync(499)
    expect(runs).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toEqual(['a', 'b', 'a'])
  })

  it('runs what is due at nearly the same moment in the same turn', async () => {
    const delays = new Map([
      ['a', 500],
      ['b', 515],
      ['c', 800],
    ])
    const turns: string[][] = []
    let turn: string[] | null = null
    const schedule = scheduleOf(async (key) => {
      if (turn === null) {
        turns.push((turn = []))
        process.nextTick(() => (turn = null))
      }
      turn.push(key)
      const delay = delays.get(key) ?? null
      delays.delete(key)
      return delay
    })
    for (const key of delays.keys()) schedule.now(key)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(turns).toEqual([['a', 'b', 'c'], ['a', 'b'], ['c']])
    await schedule.stop()
  })

  it('never runs a key twice at a time, and once more for all requests meanwhile', async () => {
    const { work, end, runs } = slowWork()
    const schedule = scheduleOf(work)
    for (let count = 0; count < 5; count++) schedule.now('a')
    expect(runs).toEqual(['a'])
    await end(10_000)
    expect(runs).toEqual(['a', 'a'])
    await end(10_000)
    expect(runs).toEqual(['a', 'a'])
    schedule.now('a')
    expect(runs).toEqual(['a', 'a', 'a'])
    // The earlier timer does not start a second run.
    await end(null)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(runs).toHaveLength(3)
  })

  it('queues excess keys in order, and loses none', async () => {
    const { work, end, runs } = slowWork()
    const schedule = scheduleOf(work, 2)
    for (const key of ['a', 'b', 'c', 'd', 'c']) schedule.now(key)
    expect(runs).toEqual(['a', 'b'])
    schedule.now('a')
    await end(null)
    expect(runs).toEqual(['a', 'b', 'c'])
    await end(null)
    expect(runs).toEqual(['a', 'b', 'c', 'd'])
    await end(null)
    expect(runs).toEqual(['a', 'b', 'c', 'd', 'a'])
  })

  it('accepts nothing new once stopped, and waits for current runs', async () => {
    const { work, end, runs } = slowWork()
    const schedule = scheduleOf(work)
    schedule.now('a')
    schedule.now('a')
    let stopped = false
    const stopping = schedule.stop().then(() => (stopped = true))
    schedule.now('b')
    await vi.advanceTimersByTimeAsync(0)
    expect(stopped).toBe(false)
    await end(5)
    await stopping
    await vi.advanceTimersByTimeAsync(1_000)
    expect(runs).toEqual(['a'])
  })
})

describe('coalesce', () => {
  it('returns a read that started after the call, shared by all waiting callers', async () => {
    const ends: ((value: number) => void)[] = []
    const read = coalesce(() => new Promise<number>((resolve) => ends.push(resolve)))
    const first = read()
    const [second, third] = [read(), read()]
    expect(ends).toHaveLength(1)
    ends[0]?.(1)
    expect(await first).toBe(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(ends).toHaveLength(2)
    ends[1]?.(2)
    expect(await Promise.all([second, third])).toEqual([2, 2])
  })

  it('reads for the last waiting caller', async () => {
    const read = coalesce((name: string) => Promise.resolve(name))
    expect(await Promise.all([read('a'), read('b'), read('c')])).toEqual(['a', 'c', 'c'])
  })

  it('continues after a failed read', async () => {
    let reads = 0
    const read = coalesce(() => (reads++ === 0 ? Promise.reject(new Error('No')) : Promise.resolve(reads)))
    const [first, second] = [read(), read()]
    await expect(first).rejects.toThrow('No')
    expect(await second).toBe(2)
    expect(await read()).toBe(3)
  })
})
