import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requests } from '../../shared/contract.ts'
import { openOakAndElm, serviceAt, type OakAndElm } from '../../testing/catalog/oak-and-elm.ts'
import { openFavourites, type Favourites } from './favourites.ts'

let shop: OakAndElm
let favourites: Favourites
beforeEach(() => {
  shop = openOakAndElm()
  favourites = openFavourites({ ...shop, chosen: () => null })
})
afterEach(() => shop.dispose())

describe('favourites', () => {
  const star = (kind: 'brand' | 'product', key: string, starred = true) =>
    requests['favourites.set'].output.parse(favourites.set({ kind, key, starred }))

  it('are shown as the catalog has them now', () => {
    star('product', 'OAK-I')
    expect(star('brand', 'elm')).toMatchObject({
      brands: [{ brand: { slug: 'elm', name: 'Elm', variants: 1 }, gone: false }],
      products: [{ product: { sku: 'OAK-I', brandName: 'Oak' }, gone: false, before: null }],
    })
    expect(star('brand', 'elm', false).brands).toEqual([])
  })

  it('show that a price moved until the product is starred again', () => {
    star('product', 'OAK-I')
    shop.sell('6.05')
    expect(favourites.list().products).toMatchObject([
      { product: { price: { stableCoinValue: '6.05' } }, before: '5.50' },
    ])
    expect(star('product', 'OAK-I').products).toMatchObject([{ before: null }])
  })

  it('keep the name of a product that is gone, and show it again when it returns', () => {
    star('product', 'OAK-I')
    star('brand', 'oak')
    shop.sell(null)
    expect(requests['favourites.list'].output.parse(favourites.list())).toMatchObject({
      brands: [{ brand: { slug: 'oak', name: 'Oak' }, gone: true }],
      products: [
        { product: { sku: 'OAK-I', brandName: 'Oak', price: { stableCoinValue: '5.50' } }, gone: true, before: null },
      ],
    })
    shop.sell('5.50')
    expect(favourites.list().products).toMatchObject([{ gone: false }])
  })

  it('belong to their service, and stay with the profile that replaces theirs', () => {
    star('product', 'OAK-I')
    shop.profile = serviceAt('https://b.example')
    expect(favourites.list().products).toEqual([])
    star('product', 'OAK-I')
    expect(star('product', 'OAK-I', false).products).toEqual([])
    shop.profile = { ...serviceAt('https://a.example/'), name: 'Another name' }
    expect(favourites.list().products).toHaveLength(1)
    shop.profile = null
    expect(favourites.list()).toEqual({ brands: [], products: [] })
    expect(() => star('product', 'OAK-I')).toThrow(expect.objectContaining({ code: 'no-profile' }))
  })

  it('keep their order when one is starred again, and those of another service when one is not any more', () => {
    const skus = (): string[] => favourites.list().products.map(({ product }) => product.sku)
    for (const sku of ['OAK-I', 'ELM-I', 'OAK-I']) star('product', sku)
    expect(skus()).toEqual(['ELM-I', 'OAK-I'])
    shop.profile = serviceAt('https://b.example')
    star('product', 'OAK-I')
    shop.profile = serviceAt('https://a.example')
    star('product', 'OAK-I', false)
    expect(skus()).toEqual(['ELM-I'])
    shop.profile = serviceAt('https://b.example')
    expect(skus()).toEqual(['OAK-I'])
  })

  it('are not gone while no catalog is loaded', () => {
    star('product', 'OAK-I')
    shop.forgetCatalog()
    expect(favourites.list().products).toMatchObject([{ product: { brandName: 'Oak' }, gone: false }])
  })

  it('refuse a product that is not on sale', () => {
    expect(() => star('product', 'none')).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(() => star('brand', 'none')).toThrow(expect.objectContaining({ code: 'not-found' }))
  })
})
