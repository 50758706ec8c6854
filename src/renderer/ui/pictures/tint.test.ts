import { expect, test } from 'vitest'
import { hueOf, monogramOf } from './tint.ts'

test('a name always has the same hue', () => {
  expect(hueOf('Lumo')).toBe(hueOf('Lumo'))
  expect(hueOf('')).toBeLessThan(360)
})

test.each([
  ['Lumo Móvil', 'LM'],
  ['lumo', 'Lu'],
  ['ñandú', 'Ña'],
  ['7-Market', '7M'],
  ['★', '?'],
  ['', '?'],
])('draws %s as %s', (name, letters) => {
  expect(monogramOf(name)).toBe(letters)
})
