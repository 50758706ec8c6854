import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markBeginnings } from './mark-beginnings.ts'

/** Marked parts in brackets. */
const shown = (text: string, ...marks: string[]): string =>
  markBeginnings(text, marks)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('')

test('marks the beginnings of words, whatever their accents and case', () => {
  expect(shown('Lumo Móvil', 'mov')).toBe('Lumo [Móv]il')
  expect(shown('CAFÉ Movil', 'café', 'móv')).toBe('[CAFÉ] [Mov]il')
  expect(shown('Mo\u0301vil', 'mo')).toBe('[Mo\u0301]vil')
})

test('never the middle of a word', () => {
  expect(shown('Smove move', 'mov')).toBe('Smove [mov]e')
  expect(shown('20 GB · 120 days', '20')).toBe('[20] GB · 120 days')
})

test('of several beginnings the longest is marked', () => {
  expect(shown('Nimbus', 'n', 'nim')).toBe('[Nim]bus')
})

test('other scripts are marked as well', () => {
  expect(shown('متجر الهدايا', 'متج')).toBe('[متج]ر الهدايا')
  expect(shown('Straße', 'stra')).toBe('[Stra]ße')
})

test('without marks the text stays whole', () => {
  expect(markBeginnings('Lumo', [])).toEqual([{ text: 'Lumo', marked: false }])
  expect(markBeginnings('', ['a'])).toEqual([])
})

test('whatever is marked, no sign of the text is lost or moved', () => {
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
