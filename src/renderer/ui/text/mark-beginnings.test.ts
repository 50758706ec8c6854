import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markBeginnings } from './mark-beginnings.ts'

/** Marked parts in brackets. */
const shown = (text: string, ...marks: string[]): string =>
  markBeginnings(text, marks)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('')

test('marks the beginnings of words, ignoring accents and case', () => {
  expect(shown('Lumo Móvil', 'mov')).toBe('Lumo [Móv]il')
  expect(shown('CAFÉ Movil', 'café', 'móv')).toBe('[CAFÉ] [Mov]il')
  expect(shown('Mo\u0301vil', 'mo')).toBe('[Mo\u0301]vil')
})

test('never marks the middle of a word', () => {
  expect(shown('Smove move', 'mov')).toBe('Smove [mov]e')
  expect(shown('20 GB · 120 days', '20')).toBe('[20] GB · 120 days')
})

test('marks a number only as a whole, together with its unit', () => {
  expect(shown('Roamer 5 · 5G · 50 GB · 5.5 GB · 1,5', '5')).toBe('Roamer [5] · 5G · 50 GB · 5.5 GB · 1,5')
  expect(shown('5\u00a0GB · 5 days · 5G', '5 gb')).toBe('[5\u00a0GB] · 5 days · 5G')
  expect(shown('30 días', '30 dia', '30 dias')).toBe('[30 días]')
  expect(shown('7eleven 10.', '7', '10')).toBe('7eleven [10].')
  expect(shown('7eleven', '7el')).toBe('[7el]even')
})

test('marks the longest of several beginnings', () => {
  expect(shown('Nimbus', 'n', 'nim')).toBe('[Nim]bus')
})

test('marks other scripts as well', () => {
  expect(shown('متجر الهدايا', 'متج')).toBe('[متج]ر الهدايا')
  expect(shown('Straße', 'stra')).toBe('[Stra]ße')
})

test('leaves the text whole without marks', () => {
  expect(markBeginnings('Lumo', [])).toEqual([{ text: 'Lumo', marked: false }])
  expect(markBeginnings('', ['a'])).toEqual([])
})

test('neither loses nor moves any character of the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
      (text, marks) => {
        expect(
          markBeginnings(text, marks)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      },
    ),
  )
})
