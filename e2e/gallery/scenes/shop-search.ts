import { scriptedVariant } from '../../../src/testing/fixtures/catalog.ts'
import { scriptedBoughtFor } from '../../../src/testing/fixtures/steps.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { Scene } from './scene.ts'
import { found } from './shop-results.ts'

const findsTravel = (script: Script): void =>
  found(
    script,
    script.variants.filter(({ brandSlug }) => brandSlug === 'vireo'),
  )

/** A number of Mexico may be one of the United States too. */
const bareNumber = (script: Script): void => {
  script.variants = [
    ...script.variants,
    scriptedVariant({ sku: 'sol_US-I', country: 'US', brandSlug: 'sol', brandName: 'Sol' }),
  ]
}

const lumo = (value: string) => ({ text: `lumo ${value} MXN`, words: 'lumo', currency: 'MXN', value })

/** Scenes of what a search in the shop finds. */
export const shopSearchScenes: Scene[] = [
  {
    name: 'shop-person-searched',
    path: '/shop?q=bru',
    prepare(script) {
      script.boughtFor = scriptedBoughtFor()
    },
  },
  {
    name: 'shop-search',
    path: '/shop?q=vireo',
  },
  {
    name: 'shop-nothing-here',
    path: '/shop?q=vireo',
    prepare(script) {
      script.variants = script.variants.map((one) =>
        one.brandSlug === 'vireo' ? { ...one, supportedCountries: ['CO', 'ES', 'NG', 'US'] } : one,
      )
    },
  },
  {
    name: 'shop-corrected',
    path: '/shop?q=vierio',
    prepare(script) {
      const products = script.variants.filter(({ brandSlug }) => brandSlug === 'vireo')
      script['catalog.search'] = {
        products,
        ranked: 3,
        marks: ['vireo'],
        corrected: [{ typed: 'vierio', meant: ['vireo'], isBegun: false }],
      }
      script['catalog.facets'] = { total: 3 }
    },
  },
  { name: 'shop-amount', path: '/shop?q=lumo%20200' },
  {
    name: 'shop-nearest',
    path: '/shop?q=lumo%2080',
    prepare: (script) =>
      void (script['catalog.search'] = { nearest: { typed: '80', searches: [lumo('50'), lumo('100')] } }),
  },
  {
    name: 'shop-amount-instead',
    path: '/shop?q=%243',
    prepare(script) {
      const nearest = { typed: '3 MXN', instead: '3 USD', searches: [{ ...lumo('10'), words: '' }] }
      const products = script.variants.filter(({ price }) => price.fiatCurrency === 'USD' && price.fiatValue === '3')
      script['catalog.search'] = { ranked: products.length, products, brands: null, marks: ['3'], nearest }
    },
  },
  {
    name: 'shop-person-amount',
    path: '/shop?q=ana%2050',
    prepare(script) {
      script.boughtFor = scriptedBoughtFor()
      const nearest = { typed: '50', namesBrand: true, searches: [{ ...lumo('30'), words: 'ana' }] }
      script['catalog.search'] = {
        ranked: 0,
        products: [],
        brands: null,
        beside: 'ana',
        amount: { value: 50 },
        nearest,
      }
    },
  },
  {
    name: 'shop-person-nearest',
    path: '/shop?q=ana%2060',
    prepare(script) {
      script.boughtFor = scriptedBoughtFor()
      script['catalog.search'] = { ranked: 0, products: [], brands: null, beside: 'ana', amount: { value: 60 } }
    },
  },
  {
    name: 'shop-person-kind',
    path: '/shop?q=top%20up%20ana',
    prepare(script) {
      script.boughtFor = scriptedBoughtFor()
      const products = script.variants.filter(({ productType }) => productType === 'topup')
      const corrected = [{ typed: 'ana', meant: [], isBegun: false }]
      script['catalog.search'] = { ranked: products.length, products, beside: 'ana', types: ['topup'], corrected }
    },
  },
  { name: 'shop-phone-words', path: '/shop?q=lumo%20%2B525512345678' },
  { name: 'shop-phone-words-nothing', path: '/shop?q=zzz%20%2B525512345678' },
  { name: 'shop-nothing', path: '/shop?q=zzz' },
  {
    name: 'shop-nothing-alike',
    path: '/shop?q=zzz',
    prepare: (script) => void (script['catalog.nearest'] = []),
  },
  {
    name: 'shop-phone',
    path: '/shop?q=%2B57%20300%20123%204567',
  },
  { name: 'shop-country', path: '/shop?q=lumo%20spain' },
  {
    name: 'shop-mistyped-country',
    path: '/shop?q=vireo%20sapin',
    prepare(script) {
      findsTravel(script)
      script['catalog.meanings'] = ['spain']
    },
  },
  { name: 'shop-several-countries', path: '/shop?q=vireo%20spain%20and%20colombia', prepare: findsTravel },
  { name: 'shop-region', path: '/shop?q=vireo%20europe', prepare: findsTravel },
  { name: 'shop-other-numbers', path: '/shop?q=5512345678', prepare: bareNumber },
  {
    name: 'shop-number',
    path: '/shop?q=999',
    prepare: (script) =>
      void (script['catalog.search'] = { nearest: { typed: '999', searches: [{ ...lumo('765'), words: '' }] } }),
  },
  { name: 'shop-begun', path: '/shop?q=%2B52%2055' },
]
