import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOakAndElm, type OakAndElm } from '../../testing/catalog/oak-and-elm.ts'
import { policySchema } from '../policy/policy-schema.ts'
import { findUnavailablePolicyEntries } from './find-unavailable-policy-entries.ts'

let shop: OakAndElm
beforeEach(() => {
  shop = openOakAndElm()
})
afterEach(() => shop.dispose())

describe('a policy’s product that is not on sale', () => {
  const values = policySchema.parse({
    favourites: {
      brands: ['none'],
      products: ['OAK-I', 'NONE-1'],
      counter: [{ name: 'Games', products: ['ELM-I', 'NONE-2'] }],
    },
    prices: {
      currency: 'MXN',
      rate: '17',
      rules: [{ percent: '5' }, { productType: 'none-type' }, { brandSlug: 'none-brand' }],
    },
  })
  const unavailable = (): string[] =>
    findUnavailablePolicyEntries(values, shop.onSale).map(({ name, path }) => `${path} ${name}`)

  it('is reported by its path, until the catalog has it', () => {
    expect(unavailable()).toEqual([
      'favourites.brands.0 none',
      'favourites.products.1 NONE-1',
      'favourites.counter.0.products.1 NONE-2',
      'prices.rules.1.productType none-type',
      'prices.rules.2.brandSlug none-brand',
    ])
    expect(findUnavailablePolicyEntries({}, shop.onSale)).toEqual([])
  })

  it('is not reported while there is no catalog', () => {
    shop.forgetCatalog()
    expect(unavailable()).toEqual([])
  })
})
