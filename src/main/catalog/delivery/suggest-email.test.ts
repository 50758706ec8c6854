import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailDomains } from './mail-domains.ts'
import { mayBeMistyped, suggestEmail } from './suggest-email.ts'

describe('suggesting an e-mail address', () => {
  it.each([
    ['lupita@gmial.com', 'lupita@gmail.com'],
    ['lupita@gmail.con', 'lupita@gmail.com'],
    ['lupita@gmail.co', 'lupita@gmail.com'],
    ['Lupita.Perez@GMAIL.CM', 'Lupita.Perez@gmail.com'],
    ['ana@hotmial.com', 'ana@hotmail.com'],
    ['ana@hotmai.com', 'ana@hotmail.com'],
    ['ana@outlok.com', 'ana@outlook.com'],
    ['ana@yahooo.com.mx', 'ana@yahoo.com.mx'],
    ['ana@iclould.com', 'ana@icloud.com'],
  ])('for %s suggests %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant)
  })

  it.each([
    'ana@gmail.com',
    'ana@mail.com',
    'ana@email.com',
    'ana@ymail.com',
    'ana@yahoo.co.uk',
    'ana@yahoo.ie',
    'ana@hotmail.es',
    'ana@me.com',
    'ana@ge.com',
    'ana@aol.com',
    'ana@q.com',
    'ana@give.com',
    'ana@example.org',
    'ana@lumo.mx',
    'ana@mail.example.org',
  ])('suggests nothing for %s', (typed) => {
    expect(suggestEmail(typed)).toBeNull()
  })

  it('finds the provider behind one typing error, and never doubts a provider', () => {
    const error = fc.record({
      domain: fc.constantFrom(...mailDomains.filter(mayBeMistyped)),
      at: fc.nat(),
      kind: fc.nat(3),
    })
    fc.assert(
      fc.property(error, ({ domain, at, kind }) => {
        const index = at % (domain.length - 1)
        const [before, letter, next, rest] = [
          domain.slice(0, index),
          domain[index]!,
          domain[index + 1]!,
          domain.slice(index + 2),
        ]
        const typed = [
          before + next + rest,
          `${before}z${letter}${next}${rest}`,
          `${before}z${next}${rest}`,
          before + next + letter + rest,
        ][kind]!
        const suggested = suggestEmail(`ana@${typed}`)
        if (mailDomains.includes(typed)) expect(suggested).toBeNull()
        // Two providers may be equally near: each is a good suggestion.
        else expect(mailDomains).toContain(suggested?.slice('ana@'.length))
      }),
    )
  })
})
