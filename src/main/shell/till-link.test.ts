import { array, assert, constantFrom, oneof, property, string, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { isLinkText, parseTillLink } from './till-link.ts'

it('names a brand or a product, in any case of the scheme and the host', () => {
  expect(parseTillLink('till://brand/lumo-movil')).toEqual({ kind: 'brand', slug: 'lumo-movil', country: null })
  expect(parseTillLink('TILL://Brand/lumo/?x=1&country=mx#top')).toEqual({
    kind: 'brand',
    slug: 'lumo',
    country: 'MX',
  })
  expect(parseTillLink('till://product/juniperline_US_5.00-I')).toEqual({
    kind: 'product',
    sku: 'juniperline_US_5.00-I',
  })
  expect(parseTillLink('till://product/lumo%5FMX')).toEqual({ kind: 'product', sku: 'lumo_MX' })
})

it('ignores every other parameter', () => {
  expect(parseTillLink('till://product/a?to=5512345678&amount=9&country=MX&pay=1')).toEqual({
    kind: 'product',
    sku: 'a',
  })
  expect(parseTillLink('till://brand/a?country=MEX')).toEqual({ kind: 'brand', slug: 'a', country: null })
})

it.each([
  '',
  'till:',
  'till://brand',
  'till://brand/',
  'till:brand/lumo',
  'till://app/index.html',
  'till://app/lumo',
  'till://checkout/lumo',
  'till://brand.app/lumo',
  'till://ana@brand/lumo',
  'till://brand:80/lumo',
  'till://brand/..',
  'till://brand/%2e%2e',
  'till://brand/%252e',
  'till://brand/../app',
  'till://brand/a/b',
  'till://brand/a%2fb',
  'till://brand/a%',
  'till://brand/a b',
  'till://brand/a%00',
  'till://brand/a\n',
  'till://product/<img>',
  `till://product/${'a'.repeat(121)}`,
  `till://brand/a?${'x'.repeat(600)}`,
  'https://brand/lumo',
  ' till://brand/lumo',
])('opens nothing for %j', (text) => expect(parseTillLink(text)).toBeNull())

it('is recognized on a command line by its scheme alone', () => {
  expect(['till:x', 'TILL://app', 'tills:x', '--till:x', 'receipt.pdf'].map(isLinkText)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

const anything = oneof(
  string({ unit: 'binary', maxLength: 40 }),
  array(constantFrom('/', '..', '%2e', '%2F', '%25', '?', '#', '@', ':', '\\', 'app', 'country=MX', 'a')).map((parts) =>
    parts.join(''),
  ),
)

it('has a name of few characters, without a way out of its path, whatever the text', () => {
  assert(
    property(tuple(constantFrom('till://brand/', 'till://product/', 'till://app/', 'till:', ''), anything), (parts) => {
      const link = parseTillLink(parts.join(''))
      if (link === null) return
      const name = link.kind === 'brand' ? link.slug : link.sku
      expect(name).toMatch(/^[A-Za-z0-9_.~-]{1,120}$/)
      expect(new URL(`https://till.example/brand/${name}`).pathname).toBe(`/brand/${name}`)
      if (link.kind === 'brand') expect(link.country ?? 'MX').toMatch(/^[A-Z]{2}$/)
    }),
    { numRuns: 2_000 },
  )
})
