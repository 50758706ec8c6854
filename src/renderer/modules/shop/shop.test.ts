// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedVariant } from '../../../../e2e/support/scripted-catalog.ts'
import { scriptedApp } from '../../../../e2e/support/scripted-state.ts'
import { mountTill, type MountedTill } from '../../app/test-mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const browsed = (): unknown[] =>
  till.scripted.asked.filter(({ name }) => name === 'catalog.browse').map(({ input }) => input)
const unread = { refreshedAt: null, brands: 0, variants: 0, skipped: 0, refreshing: false, error: null }

test('opens with the home country, recents and brands', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button(/^Casa Market from MX\$25$/))
  expect(till.text()).toContain('For Mexico')
  expect(till.button(/^Lumo Móvil MX\$200 \+52/).getAttribute('href')).toContain('/checkout/lumo_MX_200-I?from=')
  expect(browsed()[0]).toMatchObject({ country: 'MX', text: '', type: null })
})

test('a filter goes into the address, so that Back knows it', async () => {
  till = await mountTill('/shop')
  await till.until(() => till.button(/^Gift cards/))
  await till.press(/^Gift cards/)
  await till.until(() => expect(till.path()).toBe('/shop?type=gift_card'))
  await till.until(() => expect(browsed().at(-1)).toMatchObject({ type: 'gift_card' }))
})

test('the search field leads to the shop from anywhere and finds brands and products', async () => {
  till = await mountTill('/wallet')
  await till.type(/^Search brands/, 'vireo')
  await till.until(() => expect(till.path()).toBe('/shop?q=vireo'))
  await till.until(() => expect(till.text()).toContain('3 products found'))
  till.button(/^Vireo Travel .*\$9\.50$/)
})

test('a phone number shows what can be sent there and comes along to the checkout', async () => {
  const lumo = scriptedVariant({ sku: 'c', brandSlug: 'sol', brandName: 'Sol', country: 'CO' })
  till = await mountTill('/shop?q=%2B57%20300%20123%204567', { variants: [lumo] })
  await till.until(() => till.button(/^Sol/))
  expect(browsed().at(-1)).toMatchObject({ country: 'CO', text: '' })
  await till.router.push('/checkout/c')
  await till.until(() => expect(till.field('Phone number').value).toBe('+573001234567'))
})

test('nothing found offers the way out', async () => {
  till = await mountTill('/shop?q=zzz')
  await till.until(() => expect(till.text()).toContain('Nothing matches “zzz” here.'))
  await till.press('Look in all countries')
  await till.until(() => expect(browsed().at(-1)).toMatchObject({ country: null, text: 'zzz' }))
})

test('a catalog that never came says why and can be asked for again', async () => {
  till = await mountTill('/shop', { variants: [], status: { ...unread, error: 'offline' } })
  await till.until(() => expect(till.text()).toContain('The catalog could not be fetched'))
  await till.press('Try again')
  expect(till.scripted.asked.some(({ name }) => name === 'catalog.refresh')).toBe(true)
})

test('a new catalog is read as soon as it is there', async () => {
  till = await mountTill('/shop', { variants: [], status: { ...unread, refreshing: true } })
  await till.until(() => expect(till.text()).toContain('Fetching the catalog for the first time.'))
  till.scripted.script.variants = [scriptedVariant({ sku: 's', brandSlug: 'sol', brandName: 'Sol' })]
  till.scripted.emit('catalog.changed', { ...unread, refreshedAt: new Date().toISOString(), brands: 1, variants: 1 })
  await till.until(() => till.button(/^Sol/))
})

test('a brand that sells in several countries shows each country’s prices apart', async () => {
  const sol = (sku: string, country: string, fiatCurrency: string) =>
    scriptedVariant({
      sku,
      country,
      brandSlug: 'sol',
      brandName: 'Sol',
      price: { fiatCurrency, fiatValue: '10', stableCoinCurrency: 'USDC', stableCoinValue: '1' },
    })
  const variants = [sol('a', 'MX', 'MXN'), sol('b', 'CO', 'COP')]
  const settings = { ...scriptedApp.settings, homeCountry: null }
  till = await mountTill('/brand/sol', { variants, app: { ...scriptedApp, settings } })
  await till.until(() => till.button('MX$10'))
  const headings = [...document.querySelectorAll('main section[aria-label]')].map((one) =>
    one.getAttribute('aria-label'),
  )
  expect(headings.slice(0, 2)).toEqual(['Colombia', 'Mexico'])
  till.button(/^COP\s10$/)
})
