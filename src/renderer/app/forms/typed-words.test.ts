import { expect, test } from 'vitest'
import { typedWords } from './typed-words.ts'

test.each([
  ['  test Junk\n', ['test', 'junk']],
  ['1. abandon 2. ability\n3) able', ['abandon', 'ability', 'able']],
  ['1abandon, ability;able', ['abandon', 'ability', 'able']],
  ['ábaco abdomen', ['ábaco', 'abdomen']],
  ['', []],
])('reads the words of %j', (text, words) => {
  expect(typedWords(text)).toEqual(words)
})
