import { expect, it } from 'vitest'
import { createServiceQueue, type ServiceQueue } from './service-queue.ts'

/** A queue whose timers run on command; `urgent` purchases go first. */
function openQueue(urgent: readonly string[] = []): {
  queue: ServiceQueue
  woken: string[]
  delays: number[]
  ring(): void
} {
  let alarm: (() => void) | null = null
  const woken: string[] = []
  const delays: number[] = []
  const queue = createServiceQueue({
    timer(ms, run) {
      delays.push(ms)
      alarm = run
      return () => void (alarm = null)
    },
    wake: (id) => void woken.push(id),
    isFirst: (_, id) => urgent.includes(id),
  })
  const ring = (): void => {
    const run = alarm
    alarm = null
    run?.()
  }
  return { queue, woken, delays, ring }
}

it('lets one try for all, and the others follow a few at a time once it succeeds', () => {
  const { queue, woken, ring } = openQueue()
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) queue.park('p', id, 1_000)
  ring()
  expect(woken).toEqual(['a'])
  queue.passed('p', 'a')
  expect(woken).toEqual(['a', 'b', 'c', 'd', 'e'])
  queue.passed('p', 'c')
  expect(woken).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

it('stops as soon as one is refused, for the delay it was given', () => {
  const { queue, woken, delays, ring } = openQueue()
  for (const id of ['a', 'b', 'c']) queue.park('p', id, 1_000)
  ring()
  queue.park('p', 'a', 60_000)
  expect([woken, delays.at(-1)]).toEqual([['a'], 60_000])
  ring()
  expect(woken).toEqual(['a', 'b'])
})

it('lets purchases with a reserved request go first, and others in turn', () => {
  const { queue, woken, ring } = openQueue(['paid now'])
  queue.enter('p', 'a')
  expect(woken).toEqual(['a'])
  queue.park('p', 'a', 1_000)
  queue.enter('p', 'b')
  queue.enter('p', 'paid now')
  expect(woken).toEqual(['a', 'paid now'])
  queue.park('p', 'paid now', 1_000)
  ring()
  expect(woken).toEqual(['a', 'paid now', 'paid now'])
})

it('lets one of each queue try when the connection is back, and none after it stops', () => {
  const { queue, woken, ring } = openQueue()
  for (const id of ['a', 'b']) queue.park('p', id, 1_000)
  queue.park('q', 'c', 1_000)
  queue.tryNow()
  expect(woken).toEqual(['a', 'c'])
  queue.stop()
  ring()
  expect(woken).toEqual(['a', 'c'])
})
