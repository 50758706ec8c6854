import { said } from '../said.ts'
import { scriptedVariant } from '../../../src/testing/fixtures/catalog.ts'
import { scriptedMany } from '../../../src/testing/fixtures/many.ts'
import { scriptedBoughtFor } from '../../../src/testing/fixtures/steps.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { emptyWallet, type Scene } from './scene.ts'

const offline = (script: Script): void => {
  script['connection.get'] = { service: 'offline', since: new Date().toISOString(), error: 'offline' }
}

const manyFacets: Script['catalog.facets'] = {
  data: (['under1', '1to5', '5to20', 'over20'] as const).map((value, index) => ({ value, count: 20 + index * 20 })),
  validities: (['day', 'week', 'month', 'longer'] as const).map((value) => ({ value, count: 50 })),
  unlimited: 17,
  prices: [null, 50, 100, 250, 500].map((from, index, all) => ({
    from,
    to: all[index + 1] ?? null,
    count: 400 - index * 60,
  })),
}

const many = (script: Script): void => {
  script.variants = scriptedMany(4000)
  script['catalog.status'] = { brands: 200, variants: 4000 }
  script['catalog.facets'] = manyFacets
}

/** Finds only `products`, as with the filters or the order of the scene. */
const found = (script: Script, products: Script['variants']): void => {
  const { length } = products
  script['catalog.search'] = { products: products.slice(0, 60), ranked: length }
  script['catalog.facets'] = { ...manyFacets, total: length }
}

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

const nowhere = (script: Script): void => {
  script.app = { ...script.app, settings: { ...script.app.settings, homeCountry: null } }
}

/** Shops in all countries, so that prices have several currencies. */
const everywhere = (script: Script): void => {
  many(script)
  nowhere(script)
}

const boughtBefore = (script: Script): void => {
  script['purchases.ofBrand'] = { lastSku: 'lumo_MX_100-I', usualDelivery: { seconds: 38, count: 12 } }
}

const abroad = [
  ...['CO', 'AR', 'ES', 'US', 'PH', 'NG', 'BR', 'CL', 'PE', 'UY', 'EC', 'CR', 'PA', 'GT'],
  ...['HN', 'DO', 'PY', 'BO'],
]
const plan = { productType: 'topup', image: '/image/lumo', brandSlug: 'lumo', brandName: 'Lumo Móvil' } as const
/** A brand with amounts and plans, and sold in many countries. */
const withPlansAbroad = (script: Script): void => {
  boughtBefore(script)
  script.variants = [
    ...script.variants,
    ...(['90', '290', '490'] as const).map((value, index) =>
      scriptedVariant({
        ...plan,
        sku: `lumo_plan_${value}-I`,
        data: { gigabytes: ['4.5', '20', null][index], unlimited: index === 2, speeds: [index === 2 ? '5G' : '4G'] },
        durationDays: '30',
        voice: { unlimited: index === 1 },
        price: { fiatValue: value, stableCoinValue: (Number(value) / 18.45).toFixed(2) },
      }),
    ),
    ...abroad.map((iso2) =>
      scriptedVariant({ ...plan, sku: `lumo_${iso2}-I`, country: iso2, supportedCountries: [iso2] }),
    ),
  ]
}

/** Sells brands with very long, right-to-left or non-Latin names. */
const oddNames = (script: Script): void => {
  script.variants = scriptedMany(100).map((one) => ({ ...one, supportedCountries: ['MX'] }))
}

/** Scenes of the shop and its brands. */
const lumo = (value: string) => ({ text: `lumo ${value} MXN`, words: 'lumo', currency: 'MXN', value })

export const shopScenes: Scene[] = [
  { name: 'shop', path: '/shop' },
  {
    name: 'shop-by-person',
    path: '/shop',
    prepare(script) {
      script.boughtFor = scriptedBoughtFor()
    },
  },
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
  { name: 'shop-filtered', path: '/shop?type=gift_card&category=music' },
  { name: 'shop-many', path: '/shop', prepare: many },
  { name: 'shop-many-searched', path: '/shop?q=nube%20mov', prepare: many },
  { name: 'shop-many-products', path: '/shop?view=products', prepare: many },
  { name: 'shop-many-best', path: '/shop?q=code&view=products', prepare: many },
  {
    name: 'shop-names',
    path: '/shop',
    prepare: oddNames,
  },
  {
    name: 'shop-names-list',
    path: '/shop?view=products',
    prepare: oddNames,
  },
  {
    name: 'shop-value',
    path: '/shop?sort=perGB',
    prepare(script) {
      many(script)
      const plans = script.variants.filter(({ country, data }) => country === 'MX' && data.gigabytes === '30')
      found(
        script,
        plans.toSorted((a, b) => Number(a.price.fiatValue) - Number(b.price.fiatValue)),
      )
    },
  },
  {
    name: 'shop-price',
    path: '/shop?sort=price&price=MXN100-250',
    prepare(script) {
      many(script)
      const cost = ({ price }: Script['variants'][number]): number => Number(price.fiatValue)
      const inRange = script.variants.filter((one) => one.country === 'MX' && cost(one) >= 100 && cost(one) < 250)
      found(
        script,
        inRange.toSorted((a, b) => cost(a) - cost(b)),
      )
    },
  },
  {
    name: 'shop-all-filters',
    path: '/shop?type=esim&data=5to20',
    prepare: many,
    async act(page) {
      await page.locator('main button[aria-haspopup="dialog"]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'shop-everywhere', path: '/shop', prepare: everywhere },
  {
    name: 'shop-everywhere-filters',
    path: '/shop?sort=price',
    prepare: everywhere,
    async act(page) {
      await page.locator('main button[aria-haspopup="dialog"]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'shop-focus',
    path: '/shop?view=products',
    prepare: many,
    async act(page) {
      await page.getByRole('searchbox').press('ArrowDown')
      await page.keyboard.press('PageDown')
    },
  },
  {
    name: 'shop-nothing-filtered',
    path: '/shop?q=casa&type=esim&data=over20&price=MXN-50',
    prepare(script) {
      many(script)
      const isFiltered = ({ data }: { readonly data: string | null }): boolean => data !== null
      script['catalog.search'] = (input) => (isFiltered(input) ? { products: [], ranked: 0 } : {})
      script['catalog.browse'] = (input) => (isFiltered(input) ? { brands: [], total: 0 } : {})
      script['catalog.facets'] = (input) => (isFiltered(input) ? { total: 0 } : {})
    },
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
    name: 'shop-refreshing',
    path: '/shop',
    prepare(script) {
      const progress = { part: 'downloading', share: 0.45 } as const
      script['catalog.status'] = { refreshing: true, skipped: 12, progress }
    },
  },
  {
    name: 'shop-old',
    path: '/shop',
    prepare(script) {
      const refreshedAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
      offline(script)
      script['catalog.status'] = { refreshedAt, skipped: 3, error: { code: 'offline' } }
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
  {
    name: 'shop-not-refreshed',
    path: '/shop',
    prepare(script) {
      offline(script)
      script.fails = { 'catalog.refresh': { code: 'offline' } }
    },
    async act(page) {
      await page.locator('header + div button, main header button').first().click()
      await page
        .getByRole('region', { name: said(({ frame }) => frame.notices) })
        .locator('p')
        .first()
        .waitFor()
    },
  },
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
    name: 'shop-country-abroad',
    path: '/shop',
    async act(page) {
      const list = page.getByRole('button', { name: said(({ frame }) => frame.country) })
      await list.click()
      await page.getByRole('dialog').getByRole('option').nth(2).click()
      await list.click()
      await page
        .getByRole('button', { name: said(({ countries }) => countries.makeHome.replace(/\{country\}.*/, '')) })
        .waitFor()
    },
  },
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
  {
    name: 'shop-scrolled',
    path: '/shop',
    async act(page) {
      await page.evaluate(() => window.scrollTo(0, 2600))
      await page.waitForFunction(() => document.querySelectorAll('main li').length > 10)
    },
  },
  { name: 'shop-begun', path: '/shop?q=%2B52%2055' },
  { name: 'shop-empty-wallet', path: '/shop', prepare: emptyWallet },
  { name: 'shop-offline', path: '/shop', prepare: offline },
  {
    name: 'shop-first-load',
    path: '/shop',
    prepare(script) {
      script['catalog.status'] = { refreshedAt: null, brands: 0, variants: 0, refreshing: true }
      script.variants = []
      script.purchases = []
    },
  },
  {
    name: 'shop-failed',
    path: '/shop',
    prepare(script) {
      offline(script)
      script['catalog.status'] = { refreshedAt: null, brands: 0, variants: 0, error: { code: 'offline' } }
      script.variants = []
    },
  },
  {
    name: 'shop-countries',
    path: '/shop',
    async act(page) {
      await page.locator('header button[aria-haspopup="dialog"]').click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'shop-select',
    path: '/shop',
    async act(page) {
      await page.locator('main select').filter({ visible: true }).first().click()
    },
  },
  { name: 'brand', path: '/brand/lumo', prepare: boughtBefore },
  { name: 'brand-mixed', path: '/brand/lumo', prepare: withPlansAbroad },
  {
    name: 'brand-countries',
    path: '/brand/lumo',
    prepare(script) {
      withPlansAbroad(script)
      nowhere(script)
    },
  },
  {
    name: 'brand-plans',
    path: '/brand/vireo',
    async act(page) {
      await page.locator('details').last().locator('summary').click()
    },
  },
  { name: 'brand-missed', path: '/brand/lumo?country=US' },
  { name: 'brand-gone', path: '/brand/none' },
]
