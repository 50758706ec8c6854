import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestCatalog, rawBrand, rawVariant, type TestCatalog } from '../../testing/catalog/cache.ts'
import { createOpenLink } from './open-link.ts'

let catalog: TestCatalog
let paths: string[]
let logged: unknown[]
let openLink: (text: string) => void

beforeEach(() => {
  catalog = openTestCatalog()
  paths = []
  logged = []
  openLink = createOpenLink({
    catalog: { use: (read) => read(catalog.db) },
    openInPage: (path) => void paths.push(path),
    log: (...line) => void logged.push(line),
  })
  const variants = [
    rawVariant('lumo_MX_100.00-I'),
    rawVariant('lumo-trip', { country: null, supportedCountries: ['ES', 'PT'] }),
    rawVariant('lumo-anywhere', { country: null }),
  ]
  catalog.write([{ productType: 'topup', brands: [rawBrand('Lumo', 1, variants)] }])
})
afterEach(() => catalog.dispose())

it.each([
  ['till://brand/lumo', '/brand/lumo'],
  ['till://brand/lumo?country=es&to=5512345678&amount=9', '/brand/lumo?country=ES'],
  ['till://brand/nobody', '/brand/nobody'],
  ['till://product/lumo_MX_100.00-I', '/brand/lumo?product=lumo_MX_100.00-I&country=MX'],
  ['till://product/lumo-trip?country=MX', '/brand/lumo?product=lumo-trip&country=ES'],
  ['till://product/lumo-anywhere', '/brand/lumo?product=lumo-anywhere'],
])('opens the shop’s page of %s, never a checkout', (link, path) => {
  openLink(link)
  expect(paths).toEqual([path])
})

it('searches for a product that is not in the catalog', () => {
  openLink('till://product/lumo_MX_1')
  expect(paths).toEqual(['/shop?q=lumo_MX_1'])
})

it('opens nothing for any other link, and logs none of its text', () => {
  openLink('till://app/index.html#/wallet/send?to=5512345678')
  openLink('till://brand/../wallet')
  expect([paths, logged]).toEqual([
    [],
    [
      ['link.refused', {}],
      ['link.refused', {}],
    ],
  ])
})
