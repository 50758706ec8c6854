import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctWord, typosOf } from './correct-word.ts'

const terms = ['claro', 'clarin', 'starbucks', 'spain', 'orbita', 'movil', 'a', 'zephyr', '10', 'trinidad', 'bermuda']

describe('mending a word', () => {
  it.each([
    ['calro', ['claro']],
    ['clar0', ['claro']],
    ['zephr', ['zephyr']],
    ['stabu', ['starbucks']],
    ['obrit', ['orbita']],
    ['trip', []],
    ['uber', []],
    ['bemrud', ['bermuda']],
    ['ebrmu', ['bermuda']],
    ['ermuda', ['bermuda']],
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
  ['itlay', 'italy', 1],
  ['brasill', 'brasil', 1],
  ['brasl', 'brasil', 1],
  ['frange', 'france', 1],
  ['italy', 'italy', 0],
  // A long word may have two.
  ['phillipines', 'philippines', 2],
  ['phillipinnes', 'philippines', null],
  ['ialty', 'itlay', null],
  // Only its beginning, or too short to say.
  ['itlay', 'italian', null],
  ['tog', 'togo', null],
])('“%s” is “%s” with this many typing errors: %s', (word, term, expected) => {
  expect(typosOf(word, term)).toBe(expected)
})
