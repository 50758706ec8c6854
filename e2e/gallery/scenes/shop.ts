import type { Script } from '../../support/scripted-bridge.ts'
import { emptyWallet, type Scene } from './scene.ts'

const offline = (script: Script): void => {
  script.connection = { service: 'offline', since: new Date().toISOString(), error: 'offline' }
}

/** The shop and its brands. */
export const shopScenes: Scene[] = [
  { name: 'shop', path: '/shop' },
  {
    name: 'shop-search',
    path: '/shop?q=vireo',
  },
  { name: 'shop-filtered', path: '/shop?type=gift_card&category=music' },
  { name: 'shop-nothing', path: '/shop?q=zzz' },
  {
    name: 'shop-phone',
    path: '/shop?q=%2B57%20300%20123%204567',
  },
  { name: 'shop-place', path: '/shop?q=lumo%20spain' },
  { name: 'shop-number', path: '/shop?q=999' },
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
      script.status = { ...script.status, refreshedAt: null, brands: 0, variants: 0, refreshing: true }
      script.variants = []
      script.purchases = []
    },
  },
  {
    name: 'shop-failed',
    path: '/shop',
    prepare(script) {
      offline(script)
      script.status = { ...script.status, refreshedAt: null, brands: 0, variants: 0, error: 'offline' }
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
      await page.locator('main select').first().click()
    },
  },
  { name: 'brand', path: '/brand/lumo' },
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
