import { expect, test } from 'vitest'
import { withoutCommonWords } from './common-words.ts'

test.each([
  ['esim for trip to france and italy', 'esim trip france italy'],
  ['Tarjeta para la música', 'Tarjeta música'],
  ['esim DE', 'esim DE'],
  ['carte pour le Japon', 'carte Japon'],
  ['recharger du crédit d Orange', 'recharger crédit Orange'],
  ['the', 'the'],
  ['', ''],
])('of “%s” keeps “%s”', (text, kept) => {
  expect(withoutCommonWords(text.split(' ')).join(' ')).toBe(kept)
})
