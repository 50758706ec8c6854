// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deleteFrom, enterIn, typeInto, type TextField } from './type-into.ts'

function fieldOf(kind: string): TextField {
  const field = document.createElement(kind === 'textarea' ? 'textarea' : 'input')
  if (field instanceof HTMLInputElement) field.type = kind
  document.body.replaceChildren(field)
  return field
}

test.each(['text', 'password', 'search', 'tel', 'email', 'textarea'])(
  'typing into and deleting from a field for %s works as with a real keyboard',
  (kind) => {
    // Browsers trim spaces around an e-mail address.
    const signs = kind === 'email' ? ['a', 'Ñ', '@', '.', '7'] : ['a', 'Ñ', '@', '.', '7', ' ', '€']
    const key = fc.oneof(fc.constantFrom(...signs), fc.constant(null))
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), (keys) => {
        const field = fieldOf(kind)
        let lastValue = field.value
        field.addEventListener('input', () => (lastValue = field.value))
        const expected = keys.reduce<string>((text, one) => (one === null ? text.slice(0, -1) : text + one), '')
        for (const one of keys) {
          if (one === null) deleteFrom(field)
          else typeInto(field, one)
        }
        expect(field.value).toBe(expected)
        expect(lastValue).toBe(expected)
      }),
      { numRuns: 200 },
    )
  },
)

test('types at the caret and over the selection, and deletes whole characters', () => {
  const field = fieldOf('text')
  field.value = 'ana@example.org'
  field.setSelectionRange(3, 3)
  typeInto(field, 'x')
  expect([field.value, field.selectionStart]).toEqual(['anax@example.org', 4])
  field.setSelectionRange(4, 16)
  typeInto(field, '!')
  expect(field.value).toBe('anax!')
  field.setSelectionRange(0, 3)
  deleteFrom(field)
  expect(field.value).toBe('x!')
  field.value = 'é👩‍🦰'
  field.setSelectionRange(field.value.length, field.value.length)
  deleteFrom(field)
  expect(field.value).toBe('é')
})

test('respects a field’s maximum length', () => {
  const field = fieldOf('text')
  field.maxLength = 2
  for (const key of 'abc') typeInto(field, key)
  expect(field.value).toBe('ab')
})

test('Enter submits the form, or breaks the line in a multi-line field', () => {
  const form = document.createElement('form')
  const field = fieldOf('text')
  let sent = 0
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    sent++
  })
  document.body.replaceChildren(form)
  form.append(field)
  enterIn(field)
  expect(sent).toBe(1)
  const lines = fieldOf('textarea')
  typeInto(lines, 'a')
  enterIn(lines)
  expect(lines.value).toBe('a\n')
})
