import { scriptedVariants } from '../../../src/testing/fixtures/catalog.ts'
import { scriptedChange, scriptedDraft } from '../../../src/testing/fixtures/drafts.ts'
import { scriptedPurchase } from '../../../src/testing/fixtures/purchases.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { Scene } from './scene.ts'

const sold = (sku: string) => scriptedVariants.find((variant) => variant.sku === sku) ?? scriptedVariants[0]!
const [lumo, plan] = [sold('lumo_MX_200-I'), sold('vireo_5GB_30-I')]
const brand = (slug: string, name: string) => ({
  slug,
  name,
  image: `/image/${slug}`,
  productTypes: ['gift_card'],
  countries: ['MX'],
  variants: 1,
  from: { fiatCurrency: 'MXN', fiatValue: '25', stableCoinCurrency: 'USD', stableCoinValue: '1.31' },
})
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

function keep(script: Script): void {
  script.favourites = {
    products: [
      { product: lumo, gone: false, before: null },
      { product: plan, gone: false, before: '10.20' },
      { product: sold('b7_MX_10-I'), gone: true, before: null },
    ],
    brands: [{ brand: brand('b1', 'Casa Market'), gone: false }],
  }
  script.drafts = [
    scriptedDraft(1),
    scriptedDraft(2, {
      product: plan,
      recipient: 'ana-lucia@example.org',
      reference: 'ana-lucia@example.org',
      before: '8.90',
    }),
    scriptedDraft(3, { product: sold('b9_MX_10-I'), recipient: null, gone: true }),
  ]
  script.changes = [
    { ...scriptedChange('cheaper', 8, 2, '12.00'), yours: true },
    { ...scriptedChange('dearer', 4, 3, '10.20'), yours: true },
    scriptedChange('gone', 14, 3),
    scriptedChange('back', 6, 4),
    ...Array.from({ length: 12 }, (_, index) => scriptedChange('added', 20 + index, 5)),
  ]
  script['catalog.changes'] = { since: daysAgo(3) }
}
function offline(script: Script): void {
  keep(script)
  script['connection.get'] = { service: 'offline', since: new Date().toISOString(), error: 'offline' }
  script['catalog.status'] = { refreshedAt: daysAgo(2) }
}

/** Scenes of favourites, drafts and catalog changes. */
export const savedScenes: Scene[] = [
  { name: 'saved-shop', path: '/shop', prepare: keep },
  { name: 'saved-shop-offline', path: '/shop', prepare: offline },
  { name: 'saved-changes', path: '/shop/changes', prepare: keep },
  { name: 'saved-changes-none', path: '/shop/changes' },
  { name: 'saved-brand', path: '/brand/lumo?gone=bought', prepare: offline },
  { name: 'saved-found', path: '/shop?q=lumo', prepare: offline },
  { name: 'saved-purchases', path: '/purchases', prepare: keep },
  { name: 'saved-draft', path: `/checkout/vireo_5GB_30-I?draft=${scriptedDraft(2).id}`, prepare: keep },
  {
    name: 'saved-draft-bought',
    path: `/checkout/lumo_MX_200-I?draft=${scriptedDraft(1).id}`,
    prepare(script) {
      script.drafts = [scriptedDraft(1, { purchaseId: scriptedPurchase(2, 'delivered', 9).id, recipient: null })]
    },
  },
  {
    name: 'saved-checkout-offline',
    path: '/checkout/lumo_MX_200-I',
    prepare: offline,
    async act(page) {
      await page.locator('input[type="tel"]').fill('5512345678')
      await page.locator('main .lucide-bookmark').click()
      await page.locator('main .lucide-bookmark-check').waitFor()
    },
  },
  {
    name: 'saved-checkout-unread',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      offline(script)
      script.balances = script.balances.map((one) => ({
        ...one,
        native: null,
        tokens: {},
        readAt: null,
        last: { native: '1', tokens: { usdc: '75.2', usdt: '0' }, readAt: daysAgo(1) },
      }))
    },
    async act(page) {
      await page.locator('input[type="tel"]').fill('5512345678')
      await page.locator('main .lucide-bookmark').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'saved-draft-locked',
    path: '/shop',
    prepare(script) {
      keep(script)
      script.app = { ...script.app, locked: true }
      script.fails = { 'drafts.get': { code: 'locked' } }
    },
    async act(page) {
      await page.goto(`${page.url().split('#')[0] ?? ''}#/checkout/lumo_MX_200-I?draft=${scriptedDraft(1).id}`)
      await page.locator('main .card input').waitFor()
    },
  },
  {
    name: 'saved-purchases-locked',
    path: '/shop',
    prepare(script) {
      keep(script)
      script.app = { ...script.app, locked: true }
    },
    async act(page) {
      await page.goto(`${page.url().split('#')[0] ?? ''}#/purchases`)
      await page
        .getByText(/\+52 55 1234 5678/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'saved-checkout-open',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script.purchases = [scriptedPurchase(2, 'on-its-way', 9)]
      script['checkout.underWay'] = script.purchases
    },
    async act(page) {
      await page.locator('input[type="tel"]').fill('5512345678')
      await page.locator('main .lucide-triangle-alert').waitFor()
    },
  },
  {
    name: 'saved-offer',
    path: '/checkout/lumo_MX_200-I',
    async act(page) {
      await page.locator('input[type="tel"]').fill('5512345678')
      await page.locator('a[href="#/wallet"]:visible').first().click()
      await page.locator('h1').first().waitFor()
    },
  },
]
