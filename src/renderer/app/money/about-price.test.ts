// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedVariants } from '../../../testing/fixtures/catalog.ts'
import { scriptedDraft } from '../../../testing/fixtures/drafts.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { useShopperStore } from '../stores/shopper-store.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const main = (): string => document.querySelector('main')?.textContent ?? ''

test('a price in other money shows about what it is in the money of the home country and in the coin held', async () => {
  till = await mountTill('/brand/vireo')
  await till.until(() => till.button(/^\$9\.50 5 GB 30 days ≈ MX\$175\.28 ≈ 9\.50 USDC/))
})

test('the money stays that of the home country while shopping for another', async () => {
  till = await mountTill('/brand/vireo')
  await till.until(() => till.button(/^\$9\.50 5 GB 30 days ≈ MX\$175\.28/))
  useShopperStore().country = 'GB'
  await till.router.push('/checkout/vireo_5GB_30-I')
  await till.until(() => expect(main()).toContain('In your currency≈ MX$175.28'))
})

test('the money is that of the country shopped for while no rate of the home country’s is known', async () => {
  const app = { ...scriptedApp, settings: { ...scriptedApp.settings, homeCountry: 'GB' } }
  till = await mountTill('/brand/vireo', { app, 'catalog.rates': { MXN: 18.45 } })
  useShopperStore().country = 'MX'
  await till.until(() => till.button(/^\$9\.50 5 GB 30 days ≈ MX\$175\.28/))
})

test('without a rate only the coins are shown, and never 0', async () => {
  till = await mountTill('/brand/vireo', { 'catalog.rates': {} })
  await till.until(() => till.button(/^\$9\.50 5 GB 30 days ≈ 9\.50 USDC/))
  expect(main()).not.toMatch(/≈ \D*0(?:\.0+)?\b(?!\.)/)
})

const plan = scriptedVariants.find(({ sku }) => sku === 'vireo_5GB_30-I')
const bought = scriptedPurchase(1, 'delivered', 1, {
  sku: 'vireo_5GB_30-I',
  brandName: 'Vireo Travel',
  fiatCurrency: 'USD',
  fiatAmount: '9.50',
})

test('a product to buy again shows about what it costs now, and nothing if it is not in the catalog', async () => {
  till = await mountTill('/shop', { purchases: [bought] })
  await till.until(() => till.button(/^Vireo Travel \$9\.50 Ana 14 countries ≈ MX\$175\.28$/))
  till.close()
  till = await mountTill('/shop', { purchases: [bought], variants: [] })
  await till.until(() => till.button(/^Vireo Travel \$9\.50 Ana Mexico$/))
})

test('a favourite whose price changed shows the money besides the coins', async () => {
  const favourite = { product: plan!, gone: false, before: '8.90' }
  till = await mountTill('/shop', { purchases: [], favourites: { brands: [], products: [favourite] } })
  await till.until(() => till.button(/^Vireo Travel \$9\.50 Was 8\.90, now 9\.50 USDC ≈ MX\$175\.28$/))
})

test('a purchase saved for later shows its price in the money of the home country and in the coin held, in both lists', async () => {
  const draft = { ...scriptedDraft(1), product: plan!, before: null }
  till = await mountTill('/shop', { purchases: [], drafts: [draft] })
  await till.until(() => till.button(/^Vireo Travel \$9\.50 .*≈ MX\$175\.28$/))
  await till.router.push('/purchases')
  await till.until(() => till.button(/^Vireo Travel \$9\.50 .*≈ MX\$175\.28 ≈ 9\.50 USDC$/))
})

test('names the coin that the checkout starts with, not one that cannot pay its fees', async () => {
  const lastPaymentMethod = { createdAt: new Date().toISOString(), networkKey: 'meadow', tokenKey: 'usdt' }
  till = await mountTill('/brand/vireo', { 'checkout.lastPaymentMethod': lastPaymentMethod })
  await till.until(() => till.button(/^\$9\.50 5 GB 30 days ≈ MX\$175\.28 ≈ 9\.50 USDC/))
})

test('a purchase saved for later, or to buy again, names its own coin', async () => {
  const topup = scriptedVariants.find(({ sku }) => sku === 'lumo_MX_200-I')!
  const paymentMethod = { networkKey: 'meadow', tokenKey: 'usdt' }
  const draft = { ...scriptedDraft(1), product: topup, before: null, paymentMethod }
  const again = scriptedPurchase(1, 'delivered', 1, { sku: topup.sku, brandName: 'Lumo again', ...paymentMethod })
  till = await mountTill('/shop', { purchases: [again], drafts: [draft] })
  await till.until(() => till.button(/^Lumo Móvil MX\$200 .*≈ 10\.84 USDT$/))
  await till.until(() => till.button(/^Lumo again .*≈ 10\.84 USDT$/))
  await till.router.push('/purchases')
  await till.until(() => till.button(/^Lumo Móvil MX\$200 .*≈ 10\.84 USDT$/))
})

test('a removed favourite shows no estimate, because its price is not known any more', async () => {
  const favourite = { product: plan!, gone: true, before: null }
  till = await mountTill('/shop', { purchases: [], favourites: { brands: [], products: [favourite] } })
  await till.until(() => till.button(/^Vireo Travel \$9\.50 No longer sold$/))
})

test('the receipt of a checkout shows the price in the money of the home country, and no line without a rate', async () => {
  till = await mountTill('/checkout/vireo_5GB_30-I')
  await till.until(() => expect(main()).toContain('In your currency≈ MX$175.28'))
  till.close()
  till = await mountTill('/checkout/vireo_5GB_30-I', { 'catalog.rates': {} })
  await till.until(() => expect(main()).toContain('$9.50'))
  expect(main()).not.toContain('In your currency')
})

test('the receipt of a checkout says once what it costs in the money of the country: of the total, once that is known', async () => {
  till = await mountTill('/checkout/vireo_5GB_30-I', { 'checkout.quote': { termsAccepted: true } })
  await till.until(() => expect(main().match(/In your currency/g)).toHaveLength(1))
  await till.type('Recipient’s e-mail', 'ana@example.org')
  await till.type('Recipient’s first name', 'Ana')
  await till.press('See price')
  await till.until(() => expect(main()).toMatch(/Total\d.+In your currency/))
  expect(main().match(/In your currency/g)).toHaveLength(1)
})
