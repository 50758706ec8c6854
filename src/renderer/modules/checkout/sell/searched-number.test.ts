// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import { scriptedVariant, scriptedVariants } from '../../../../testing/fixtures/catalog.ts'
import { dial, openCounter, pickCountry, shownNumber } from '../../../../testing/renderer/counter.ts'
import { managersApp } from '../../../../testing/fixtures/app.ts'
import type { MountedTill } from '../../../../testing/renderer/mount-till.ts'
import type { Script } from '../../../../testing/scripted/script.ts'

const open = (path: string, given: Partial<Script> = {}): Promise<MountedTill> =>
  openCounter(path, { app: managersApp, ...given })

/** Searches the shop for a number, and waits until it is read. */
async function search(page: MountedTill, text = '5512345678'): Promise<void> {
  await page.until(() => page.field('Search brands, products, amounts or a phone number'))
  await page.type('Search brands, products, amounts or a phone number', text)
  await page.until(() => expect(page.text()).toContain('55 1234 5678'))
}
/** Chooses a product of the shop, as its link does, and waits for the counter. */
async function choose(page: MountedTill, sku = 'lumo_MX_200-I', query = {}): Promise<void> {
  await page.router.push({ name: 'checkout', params: { sku }, query })
  await page.until(() => expect(page.path()).toBe('/sell'))
  await page.until(() => expect(page.inputsOf('sales.price')).not.toEqual([]))
}

test('takes a number searched in the shop to the counter with the product', async () => {
  const page = await open('/shop')
  await search(page)
  await choose(page)
  await page.until(() => page.button(/^Charge /))
  expect(shownNumber()).toBe('+52 55 1234 5678')
  expect(page.path()).toBe('/sell')
})

test('takes it through the brand’s page too, and in place of digits typed at the counter before', async () => {
  const page = await open('/sell')
  await page.until(() => page.field('Phone number'))
  await page.type('Phone number', '551')
  await page.router.push('/shop')
  await search(page)
  await page.router.push('/brand/lumo')
  await page.until(() => expect(page.text()).toContain('55 1234 5678'))
  await choose(page)
  await page.until(() => expect(shownNumber()).toBe('+52 55 1234 5678'))
})

test('leaves a number behind that the product cannot be sent to', async () => {
  const north = scriptedVariant({ sku: 'north_US_10-I', brandSlug: 'north', brandName: 'North', country: 'US' })
  const page = await open('/shop', { variants: [...scriptedVariants, north] })
  await search(page)
  await choose(page, north.sku)
  await page.until(() => expect(page.text()).toContain('North'))
  expect(page.field('Phone number').value).toBe('')
})

test('never takes the number of a search from before the counter was open, though the search shows it again', async () => {
  const page = await open('/shop')
  await search(page)
  await choose(page)
  await page.until(() => page.button(/^Charge /))
  await page.press('Cancel sale')
  await page.until(() => expect(page.field('Phone number').value).toBe(''))
  await page.router.push('/shop?q=5512345678')
  await page.until(() => expect(page.text()).toContain('55 1234 5678'))
  await choose(page)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  expect(page.field('Phone number').value).toBe('')
})

test('never takes the number that another user searched for', async () => {
  const page = await open('/shop')
  await search(page)
  page.scripted.emit('app.changed', { ...managersApp, kiosk: { on: true, role: 'nobody', clerk: null } })
  await flushPromises()
  page.scripted.emit('app.changed', managersApp)
  await page.router.push('/brand/lumo')
  await choose(page)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  expect(page.field('Phone number').value).toBe('')
})

test('takes no searched number to what is bought again from another screen', async () => {
  const page = await open('/shop')
  await search(page)
  await page.router.push('/purchases')
  await choose(page)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  expect(page.field('Phone number').value).toBe('')
})

test.each([
  ['was saved for another', { draft: 'saved' }],
  ['is bought again', { from: 'bought' }],
])('takes no searched number to what %s', async (_, query) => {
  const page = await open('/shop')
  await search(page)
  await choose(page, 'lumo_MX_200-I', query)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  expect(page.field('Phone number').value).toBe('')
})

test('never takes a number searched before another screen, though no counter was open between', async () => {
  const page = await open('/shop')
  await search(page)
  await page.router.push('/brand/lumo')
  await page.until(() => expect(page.text()).toContain('55 1234 5678'))
  await page.router.push('/sales')
  await flushPromises()
  await page.router.push('/brand/lumo')
  await choose(page)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  expect(page.field('Phone number').value).toBe('')
})

const finder = 'Find another product'

test('Enter waits for the answer to what is written, and never chooses from the answer before', async () => {
  const north = scriptedVariant({ sku: 'north_US_10-I', brandSlug: 'north', brandName: 'North', country: 'US' })
  const page = await open('/sell', { variants: [...scriptedVariants, north] })
  await page.until(() => page.button(finder))
  await page.press(finder)
  await page.type(finder, 'lumo')
  await page.until(() => expect(page.inputsOf('catalog.search').at(-1)).toMatchObject({ text: 'lumo' }))
  await page.until(() => page.button(/Lumo Móvil.*200/))
  const { request } = page.scripted.bridge
  const { promise: answered, resolve: answer } = Promise.withResolvers<null>()
  page.scripted.bridge.request = async (name, input) => {
    if (name === 'catalog.search') await answered
    return request(name, input)
  }
  await page.type(finder, 'north')
  await page.submit(finder)
  await flushPromises()
  expect(page.field(finder).value).toBe('north')
  expect(page.path()).not.toContain('lumo')
  answer(null)
  await page.until(() => expect(page.text()).toContain('North MX$100'))
  expect(page.inputsOf('sales.price').at(-1)).toMatchObject({ sku: north.sku })
  expect(page.text()).not.toContain('Lumo Móvil MX$200')
})

test('Enter chooses nothing once something else is typed, or where nothing is found', async () => {
  const page = await open('/sell')
  await page.until(() => page.button(finder))
  await page.press(finder)
  const { request } = page.scripted.bridge
  const waiting: (() => void)[] = []
  page.scripted.bridge.request = async (name, input) => {
    if (name === 'catalog.search') await new Promise<void>((resolve) => waiting.push(resolve))
    return request(name, input)
  }
  await page.type(finder, 'lumo')
  await page.submit(finder)
  await page.type(finder, 'zzzzz')
  await page.until(() => {
    for (const answer of waiting.splice(0)) answer()
    expect(page.text()).toContain('No products found.')
  })
  expect(page.field(finder).value).toBe('zzzzz')
})

/** Types into the counter's own search, and waits for a product that it finds. */
async function find(page: MountedTill, text: string, product: RegExp): Promise<void> {
  await page.until(() => page.button('Find another product'))
  await page.press('Find another product')
  await page.type('Find another product', text)
  await page.until(() => expect(page.text()).toContain('For +52 55 1234 5678'))
  await page.until(() => page.button(product))
}

test('finds the operators of a number searched at the counter, and begins the sale with that number', async () => {
  const page = await open('/sell')
  await page.until(() => page.field('Phone number'))
  await page.type('Phone number', '559')
  await find(page, '5512345678', /Lumo Móvil.*200/)
  expect(page.inputsOf('catalog.search').at(-1)).toMatchObject({ text: '', country: 'MX', type: 'topup' })
  await page.press(/Lumo Móvil.*200/)
  await page.until(() => page.button(/^Charge /))
  expect(shownNumber()).toBe('+52 55 1234 5678')
})

test('searches for the words beside a number too', async () => {
  const page = await open('/sell')
  await find(page, 'lumo 55 1234 5678', /Lumo Móvil.*200/)
  expect(page.inputsOf('catalog.search').at(-1)).toMatchObject({ text: 'lumo', country: 'MX' })
})

test('offers the other countries that a number searched at the counter may be from', async () => {
  const north = scriptedVariant({ sku: 'north_US_10-I', brandSlug: 'north', brandName: 'North', country: 'US' })
  const page = await open('/sell', { variants: [...scriptedVariants, north] })
  await find(page, '5512345678', /Lumo Móvil.*200/)
  await page.until(() => page.button(/^United States/))
  await page.press(/^United States/)
  await page.until(() => page.button(/^North/))
  await page.press(/^North/)
  await page.until(() => expect(shownNumber()).toContain('+1 '))
})

test('never begins the next customer’s sale with a number searched at the counter for the one before', async () => {
  const page = await open('/sell')
  await page.until(() => page.field('Phone number'))
  await page.type('Phone number', '559')
  await find(page, '5512345678', /Lumo Móvil.*200/)
  await page.press('Cancel sale')
  await page.until(() => page.button('Find another product'))
  await page.press('Find another product')
  expect(page.field('Find another product').value).toBe('')
  await page.until(() => page.button(/Lumo Móvil.*200/))
  await page.press(/Lumo Móvil.*200/)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  expect(page.field('Phone number').value).toBe('')
})

test('never begins a sale with a number that was typed over since', async () => {
  const page = await open('/sell')
  await find(page, '5512345678', /Lumo Móvil.*200/)
  await page.type('Find another product', '5598765432')
  await page.press(/Lumo Móvil.*200/)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  expect(page.field('Phone number').value).toBe('')
})

test('searches for a scanned code of ten digits, and takes it for no number', async () => {
  const page = await open('/sell?q=5512345678')
  await page.until(() => expect(page.inputsOf('catalog.search').at(-1)).toMatchObject({ text: '5512345678' }))
  expect(page.text()).not.toContain('For +52')
})

const saltbox = (country: string, fiatCurrency: string): VariantView =>
  scriptedVariant({
    sku: `saltbox_${country}_50-I`,
    brandSlug: `saltbox-${country}`,
    brandName: `Saltbox ${country}`,
    country,
    price: { fiatCurrency, fiatValue: '50' },
  })
const foreign = [saltbox('CA', 'CAD'), saltbox('US', 'USD')]
const names = (): string[] =>
  [...document.querySelectorAll('section[aria-label="Counter"] li')].map(({ textContent }) => textContent)

test('lists what is for the keyed number’s country first, and Enter takes it', async () => {
  const page = await open('/sell', { variants: [...foreign, saltbox('MX', 'MXN')] })
  await dial(page)
  await page.press(finder)
  await page.type(finder, 'saltbox')
  await page.until(() =>
    expect(names()).toEqual([/Saltbox MX/, /Saltbox CA/, /Saltbox US/].map((one) => expect.stringMatching(one))),
  )
  await page.submit(finder)
  await page.until(() => page.button(/^Charge /))
  expect(page.inputsOf('catalog.variant')).toEqual([{ sku: 'saltbox_MX_50-I' }])
  expect(shownNumber()).toBe('55 1234 5678')
})

test('Enter takes nothing of another country than the keyed number’s, but a press does', async () => {
  const page = await open('/sell', { variants: foreign })
  await dial(page)
  await page.press(finder)
  await page.type(finder, 'saltbox')
  await page.until(() => page.button(/^Saltbox US/))
  await page.submit(finder)
  expect(page.inputsOf('catalog.variant')).toEqual([])
  expect(page.field(finder).value).toBe('saltbox')
  await page.press(/^Saltbox US/)
  await page.until(() => expect(page.text()).toContain('This number is from Mexico'))
})

test('Enter takes what is for the country that was chosen for the keyed number', async () => {
  const page = await open('/sell', { variants: [saltbox('MX', 'MXN'), ...foreign] })
  await page.until(() => page.button('Country: Mexico'))
  await page.press('Country: Mexico')
  await pickCountry(page, /^United States/)
  await dial(page, '212')
  await page.type('Find a product for the United States', 'saltbox')
  await page.until(() => expect(names()[0]).toContain('Saltbox US'))
  await page.submit('Find a product for the United States')
  await page.until(() => expect(page.inputsOf('catalog.variant')).toEqual([{ sku: 'saltbox_US_50-I' }]))
})
