import { expect, test } from 'vitest'
import { lastFirst } from './last-first.ts'

const clerk = (name: string, day: number | null) => ({
  id: name,
  name,
  colour: 'teal' as const,
  lockedOut: false,
  lastSignedInAt: day === null ? null : `2026-11-${day}T10:00:00.000Z`,
})
const order = (...clerks: ReturnType<typeof clerk>[]): string[] => lastFirst(clerks).map(({ name }) => name)

test('moves only the last clerk to the front', () => {
  expect(order(clerk('Ana', 10), clerk('Ben', null), clerk('Caro', 12), clerk('Dan', 11))).toEqual([
    'Caro',
    'Ana',
    'Ben',
    'Dan',
  ])
})

test('keeps the order while nobody has signed in', () => {
  expect(order(clerk('Ana', null), clerk('Ben', null))).toEqual(['Ana', 'Ben'])
  expect(order()).toEqual([])
})
