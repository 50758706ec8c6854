import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLine } from './line.ts'

it('gives each key once, by the earliest of its deadlines, whatever came between', () => {
  const step = fc.oneof(
    fc.constant(null),
    fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), deadline: fc.integer({ min: 0, max: 9 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const line = createLine()
      const expected = new Map<string, { deadline: number; order: number }>()
      for (const [order, one] of steps.entries()) {
        if (one === null) {
          const [first] = [...expected].sort(([, x], [, y]) => x.deadline - y.deadline || x.order - y.order)
          expect(line.take()).toBe(first?.[0])
          if (first) expected.delete(first[0])
        } else {
          line.add(one.key, one.deadline)
          if ((expected.get(one.key)?.deadline ?? Infinity) > one.deadline)
            expected.set(one.key, { deadline: one.deadline, order })
        }
      }
    }),
  )
})
