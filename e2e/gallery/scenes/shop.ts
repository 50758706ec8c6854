import { said } from '../said.ts'
import { scriptedMany } from '../../../src/testing/fixtures/many.ts'
import { scriptedBoughtFor } from '../../../src/testing/fixtures/steps.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { emptyWallet, everyCountry, type Scene } from './scene.ts'
import { found, manyFacets } from './shop-results.ts'

const offline = (script: Script): void => {
  script['connection.get'] = { service: 'offline', since: new Date().toISOString(), error: 'offline' }
}

const many = (script: Script): void => {
  script.variants = scriptedMany(4000)
  script['catalog.status'] = { brands: 200, variants: 4000 }
  script['catalog.facets'] = manyFacets
}

/** Shops in all countries, so that prices have several currencies. */
const everywhere = (script: Script): void => {
  many(script)
  everyCountry(script)
}

/** Sells brands with very long, right-to-left or non-Latin names. */
const oddNames = (script: Script): void => {
  script.variants = scriptedMany(100).map((one) => ({ ...one, supportedCountries: ['MX'] }))
}

/** Scenes of the shop. */
export const shopScenes: Scene[] = [
  { name: 'shop', path: '/shop' },
  {
    name: 'shop-by-person',
    path: '/shop',
    prepare(script) {
      script.boughtFor = scriptedBoughtFor()
    },
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
    name: 'shop-scrolled',
    path: '/shop',
    async act(page) {
      await page.evaluate(() => window.scrollTo(0, 2600))
      await page.waitForFunction(() => document.querySelectorAll('main li').length > 10)
    },
  },
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
]
