import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanName } from './clean-name.ts'
import { nameKey } from './people/name-key.ts'

it('keeps emoji whole, and nothing invisible beside them', () => {
  for (const name of ['👩‍👧 Mamá', '🏳️‍🌈 Luz', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Sam', '❤️ Ana', '👍🏽 Bea']) expect(cleanName(name)).toBe(name)
  expect(cleanName('A\u200dna')).toBe('A na')
  expect(cleanName('Ana 👩\u200d')).toBe('Ana 👩')
  expect(cleanName('👩\u200d\u200d👧 Ana\u202e')).toBe('👩 👧 Ana')
})

it('ends with a whole letter or emoji', () => {
  expect(cleanName('a'.repeat(39) + '👩')).toBe('a'.repeat(39))
  expect(cleanName('a'.repeat(36) + '👩‍👧')).toBe('a'.repeat(36))
  expect(cleanName('a'.repeat(39) + 'e\u0301')).toBe('a'.repeat(39))
  expect(cleanName('a'.repeat(39) + ' b')).toBe('a'.repeat(39))
})

it('is well formed and clean already, whatever was typed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'a \u200d\u202e\u0301👩👧', '👩‍👧', '🏳️‍🌈'), maxLength: 60 }),
      (typed) => {
        const name = cleanName(typed)
        expect([name.isWellFormed(), name.length <= 40, cleanName(name)]).toEqual([true, true, name])
      },
    ),
  )
})

it('two names that differ in what joins emoji look the same', () => {
  expect(nameKey('👩‍👧 Mamá')).toBe(nameKey('👩👧 Mamá'))
  expect(nameKey('❤️ Ana')).toBe(nameKey('❤ Ana'))
})
