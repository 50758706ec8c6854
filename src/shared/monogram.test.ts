import { expect, test } from 'vitest'
import { monogramOf } from './monogram.ts'

test.each([
  ['Lumo Móvil', 'LM'],
  ['lumo', 'Lu'],
  ['ñandú', 'Ña'],
  ['7-Market', '7M'],
  ['Ivan "El Grande" Paz', 'IE'],
  ['¡Hola!', 'Ho'],
  ['★', '?'],
  ['', '?'],
])('draws %s as %s', (name, letters) => {
  expect(monogramOf(name)).toBe(letters)
})
