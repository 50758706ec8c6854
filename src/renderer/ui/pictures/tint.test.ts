import { expect, test } from 'vitest'
import { hueOf } from './tint.ts'

test('a name always has the same hue', () => {
  expect(hueOf('Lumo')).toBe(hueOf('Lumo'))
  expect(hueOf('')).toBeLessThan(360)
})
