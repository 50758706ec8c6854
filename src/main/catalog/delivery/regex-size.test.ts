import { describe, expect, it } from 'vitest'
import { regexSize } from './regex-size.ts'
import redos from '../vectors/redos.json' with { type: 'json' }

describe('regexSize', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['^\\+52\\d{10}$', 15],
    ['a{3}', 3],
    ['a{3,}', 3],
    ['a{3,30}', 30],
    ['a{0}', 1],
    ['(a{1,30}){1,30}', 930],
    ['((a{1,30}){1,30}){1,30}', 27_930],
    ['a{30}{30}', 900],
    ['\\p{L}{30}', 30],
    ['\\x{41}{30}', 30],
    ['[(){9}]{30}', 30],
    ['[\\]({9}]{30}', 30],
    ['\\({30}', 30],
    ['a{b}', 4],
    ['a{999999999999}', 999_999_999_999],
  ])('of %s is %i', (pattern, size) => {
    expect(regexSize(pattern)).toBe(size)
  })

  it.each(['(a', 'a)', '(a))', ')(', '('.repeat(2000)])('of %s, which is invalid, is infinite', (pattern) => {
    expect(regexSize(pattern)).toBe(Infinity)
  })

  it.each(['[]a{30}]', '[^]a{30}]', '(a{30}\\Q)\\E){30}'])('of %s is the larger one of two readings', (pattern) => {
    expect(regexSize(pattern)).toBeGreaterThan(30)
  })

  it('of the longest pattern is found at once', () => {
    const started = performance.now()
    for (const part of ['(', '[', '\\p{', '{1,', '\\', '((a{1,30}){1,30})', '[[:alpha:]]'])
      regexSize(part.repeat(Math.ceil(2000 / part.length)))
    expect(performance.now() - started).toBeLessThan(500)
  })

  it.each(redos.safe)('of %s is small', (pattern) => {
    expect(regexSize(pattern)).toBeLessThan(200)
  })
})
