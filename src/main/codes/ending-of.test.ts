import { expect, it } from 'vitest'
import { endingOf } from './ending-of.ts'

it.each([
  ['6FGH-21KQ-P0ZV', 'P0ZV'],
  ['ABCD-EFGH-IJKL-123', 'L123'],
  ['4821 9937', '37'],
  ['48219', ''],
  ['LPA:1$smdp.example.com$04386-AGYFT-A74Y8-3F815', '83F815'],
  ['1$smdp.example.com$ABCDEF-123', '123'],
  // The server is no secret, and tells no two codes apart.
  ['LPA:1$smdp.example.com$AB-12', ''],
  ['LPA:1$smdp.example.com$', ''],
])('tells %o from another by %o, without separators and at most a third of it', (text, ending) => {
  expect(endingOf(text)).toBe(ending)
})
