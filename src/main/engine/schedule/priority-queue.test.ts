import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPriorityQueue } from './priority-queue.ts'

it('gives a key that moved forward, was taken and comes again no earlier place than the others', () => {
  const queue = createPriorityQueue()
  for (const [key, deadline] of [
    ['a', 5],
    ['b', 5],
    ['a', 0],
  ] as const)
    queue.add(key, deadline)
  expect(queue.take()).toBe('a')
  queue.add('a', 5)
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['b', 'a', undefined])
})

it('returns each key once, by its earliest deadline, whatever was added in between', () => {
  const step = fc.oneof(
    fc.constant(null),
    fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), deadline: fc.integer({ min: 0, max: 9 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = createPriorityQueue()
      const expected = new Map<string, { deadline: number; order: number }>()
      for (const [order, one] of steps.entries()) {
        if (one === null) {
          const [first] = [...expected].sort(([, x], [, y]) => x.deadline - y.deadline || x.order - y.order)
          expect(queue.take()).toBe(first?.[0])
          if (first) expected.delete(first[0])
        } else {
          queue.add(one.key, one.deadline)
          if ((expected.get(one.key)?.deadline ?? Infinity) > one.deadline)
            expected.set(one.key, { deadline: one.deadline, order })
        }
      }
    }),
  )
})
