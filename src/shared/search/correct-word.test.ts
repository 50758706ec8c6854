import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctWord, isOneTypo } from './correct-word.ts'

const terms = ['claro', 'clarin', 'starbucks', 'spain', 'orbita', 'movil', 'a', 'zephyr', '10', 'trinidad']

describe('mending a word', () => {
  it.each([
    ['calro', ['claro']],
    ['clar0', ['claro']],
    ['zephr', ['zephyr']],
    ['stabu', ['starbucks']],
    ['obrit', ['orbita']],
    ['trip', []],
    ['claroo', ['claro']],
    ['clro', ['claro']],
    ['starbuks', ['starbucks']],
    ['stabuck', ['starbucks']],
    ['sapin', ['spain']],
    ['zepyr', ['zephyr']],
    ['xqz', []],
    ['xqzzt', []],
    ['cl', []],
  ])('%j means %j', (word, meant) => {
    expect(correctWord(word, terms)).toEqual(meant)
  })

  it('corrects any one typing error in a word of four letters or more, and never changes short ones', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 4, maxLength: 12 })
    fc.assert(
      fc.property(letters, fc.nat(), fc.constantFrom(...'klm'), fc.nat(3), (term, position, letter, kind) => {
        const at = position % (term.length - 1)
        const typos = [
          term.slice(0, at) + term.slice(at + 1),
          term.slice(0, at) + letter + term.slice(at),
          term.slice(0, at) + letter + term.slice(at + 1),
          term.slice(0, at) + (term[at + 1] ?? '') + (term[at] ?? '') + term.slice(at + 2),
        ]
        const typed = typos[kind] ?? ''
        if (typed.length < 4) expect(correctWord(typed, [term])).toEqual([])
        else expect(correctWord(typed, [term])).toEqual([term])
      }),
    )
  })
})

it.each([
  ['itlay', 'italy', true],
  ['brasill', 'brasil', true],
  ['brasl', 'brasil', true],
  ['frange', 'france', true],
  ['italy', 'italy', false],
  // Only its beginning, or too short to say.
  ['itlay', 'italian', false],
  ['tog', 'togo', false],
  ['ialty', 'itlay', false],
])('“%s” is “%s” with one typing error: %s', (word, term, expected) => {
  expect(isOneTypo(word, term)).toBe(expected)
})
