// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { scriptedPage, scriptedPrices, scriptedShift, scriptedShop } from '../../../../testing/fixtures/sales.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { ana, scriptedApp } from '../../../../testing/fixtures/app.ts'
import type { Script } from '../../../../testing/scripted/script.ts'

let till: MountedTill
afterEach(() => till.close())

const listed = { ...ana, lastSignedInAt: null }
const manager = { on: true, role: 'manager', clerk: null } as const
/** All but the float. */
const almost: Partial<Script> = {
  clerks: [listed],
  prices: scriptedPrices,
  'shop.get': { ...scriptedShop, name: 'Abarrotes La Esquina' },
  counter: { byPolicy: false, pages: [scriptedPage('Recargas', ['lumo_MX_200-I'])] },
  'kiosk.turnOn': { ...scriptedApp, kiosk: manager },
}
async function open(given: Partial<Script> = {}): Promise<void> {
  till = await mountTill('/settings/shop-setup', given)
  await till.until(() => till.button('Back'))
  await till.until(() => expect(till.text()).toContain('of 5'))
}

test('begins with the people, says what is left, and does not open yet', async () => {
  await open()
  await till.until(() => till.button('Add clerks'))
  expect(till.text()).toContain('5 steps left: people, prices, receipt, counter, and float.')
  expect(till.isOff('Open the shop')).toBe(true)
})

test('sets the first prices in the currency of the home country, with one markup', async () => {
  await open({ clerks: [listed] })
  await till.until(() => till.field('One US dollar is'))
  await till.type('One US dollar is', '18.5')
  await till.type('Markup', '8')
  await till.submit('Markup')
  await till.until(() => expect(till.text()).toContain('One US dollar is MX$18.50, + 8 %'))
  expect(till.inputsOf('prices.set')).toMatchObject([
    {
      currency: 'MXN',
      rate: '18.5',
      rules: [{ percent: '8', brandSlug: null, upTo: '0.5' }],
      limits: { cashOut: '0' },
    },
  ])
})

test('says why the first prices cannot be saved yet, and asks a shop that takes dollars for no rate', async () => {
  await open({ clerks: [listed] })
  await till.until(() => till.field('One US dollar is'))
  expect(till.isOff('Save prices')).toBe(true)
  expect(till.text()).toContain('Enter what one US dollar costs in your shop.')
  till.close()
  await open({ clerks: [listed], app: { ...scriptedApp, settings: { ...scriptedApp.settings, homeCountry: 'US' } } })
  await till.until(() => till.field('Markup'))
  expect(() => till.field('One US dollar is')).toThrow()
  expect(till.text()).not.toContain('Enter what one US dollar costs in your shop.')
  await till.type('Markup', '8')
  await till.submit('Markup')
  await till.until(() => expect(till.inputsOf('prices.set')).toMatchObject([{ currency: 'USD', rate: '1' }]))
})

test('asks for the first prices only once the currency of the home country is known', async () => {
  await open({ clerks: [listed] })
  const shopper = useShopperStore()
  await till.until(() => expect(shopper.countries).not.toEqual([]))
  await till.router.push('/settings')
  shopper.countries = []
  const countries = till.hold('countries.list')
  await till.router.push('/settings/shop-setup')
  await till.until(() => expect(countries.waiting()).toBe(1))
  await flushPromises()
  expect(till.text()).not.toContain('One US dollar is')
  countries.answer(0)
  await till.until(() => till.field('One US dollar is'))
  await till.type('One US dollar is', '18.5')
  await till.submit('One US dollar is')
  await till.until(() => expect(till.inputsOf('prices.set')).toMatchObject([{ currency: 'MXN', rate: '18.5' }]))
})

test('fills the counter with what sells most in the country with one press', async () => {
  await open({ ...almost, counter: { byPolicy: false, pages: [] } })
  const use = await till.until(() => till.button(/^Use (?:these \d+|this one)$/))
  use.click()
  await till.until(() => expect(till.inputsOf('counter.set')).toHaveLength(1))
  const [input] = till.inputsOf('counter.set') as [{ pages: { name: string; products: string[] }[] }]
  expect(input.pages).toMatchObject([{ name: 'Best sellers' }])
  expect(new Set(input.pages[0]?.products).size).toBe(input.pages[0]?.products.length)
  expect(input.pages[0]?.products.length).toBeLessThanOrEqual(12)
})

test('takes the keyboard on to the next step', async () => {
  await open({ ...almost, counter: { byPolicy: false, pages: [] } })
  const use = await till.until(() => till.button(/^Use (?:these \d+|this one)$/))
  use.focus()
  use.click()
  await till.until(() => expect(document.activeElement).toBe(till.field('Starting cash')))
})

test('shows every product that it proposes, with its price, before they are used', async () => {
  await open({ ...almost, counter: { byPolicy: false, pages: [] } })
  const proposed = (): string[] => [...document.querySelectorAll('ol ul li')].map(({ textContent }) => textContent)
  const button = await till.until(() => till.button(/^Show \d+ more$/))
  const hidden = Number(/\d+/.exec(button.textContent)?.[0])
  button.click()
  await till.until(() => expect(proposed()).toHaveLength(5 + hidden))
  expect(proposed().every((text) => text.includes('for MX$'))).toBe(true)
  expect(document.activeElement).toBe(document.querySelectorAll('ol ul li')[5])
  expect(() => till.button(/^Show /)).toThrow()
  await till.press(`Use these ${5 + hidden}`)
})

test('proposes products at the price that customers pay, and by brand where there is none', async () => {
  await open({
    ...almost,
    counter: { byPolicy: false, pages: [] },
    'sales.price': ({ sku }) => (sku.startsWith('lumo') ? { currency: 'MXN', price: '21.5', withoutFee: false } : null),
  })
  await till.until(() => expect(till.text()).toContain('for MX$21.50'))
  const proposed = [...document.querySelectorAll('ol ol li, ol ul li')].map(({ textContent }) => textContent)
  expect(proposed.filter((text) => text.includes('Lumo')).every((text) => text.includes('for MX$21.50'))).toBe(true)
})

test('asks once for the service’s fee of what it proposes, and then shows the prices that a shift asks', async () => {
  let knowsFee = false
  await open({
    ...almost,
    counter: { byPolicy: false, pages: [] },
    'sales.price': () => ({ currency: 'MXN', price: knowsFee ? '223.5' : '222', withoutFee: !knowsFee }),
    'prices.learnFeeOnce': () => (knowsFee = true),
  })
  await till.until(() => expect(till.text()).toContain('for MX$223.50'))
  expect(till.text()).not.toContain('MX$222')
  await till.press(/^Use these/)
  const [set] = till.inputsOf('counter.set') as [{ pages: { products: string[] }[] }]
  expect(till.inputsOf('prices.learnFeeOnce')).toEqual([{ skus: set.pages[0]?.products }])
})

test('says that a price is without the fee while the service does not tell that', async () => {
  await open({
    ...almost,
    counter: { byPolicy: false, pages: [] },
    'sales.price': { currency: 'MXN', price: '222', withoutFee: true },
    fails: { 'prices.learnFeeOnce': { code: 'offline' } },
  })
  await till.until(() => expect(till.text()).toContain('≈ MX$222'))
  expect(till.text()).not.toContain('for MX$222')
  expect(till.text()).toContain('Without the service’s fee, which isn’t known yet.')
  expect(till.text()).not.toContain('You’re offline')
})

test('counts what a policy sets as done, and says who set it', async () => {
  await open({
    clerks: [listed],
    prices: scriptedPrices,
    app: { ...scriptedApp, policy: { sets: ['prices', 'receipt', 'favourites'], problem: null } },
    counter: { byPolicy: true, pages: [] },
  })
  await till.until(() => expect(till.text()).toContain('4 of 5'))
  expect(till.text().match(/Set by policy/g)).toHaveLength(3)
  expect(till.text()).toContain('One step left: float.')
  expect(till.button('View Prices')).toBeTruthy()
})

async function startOpening(): Promise<void> {
  await till.until(() => till.field('Starting cash'))
  await till.type('Starting cash', '500')
  await till.press('Open the shop')
  await till.until(() => till.field('Password'))
}
async function openShop(): Promise<void> {
  await startOpening()
  await till.type('Password', 'correct horse')
  await till.submit('Password')
}

test('opens the shop with the password and the counted float', async () => {
  await open(almost)
  await openShop()
  await till.until(() => expect(till.inputsOf('shift.open')).toEqual([{ float: '500' }]))
  expect(till.inputsOf('kiosk.turnOn')).toEqual([{ password: 'correct horse' }])
  // Then Till asks who is working, as it says.
  await till.until(() => expect(till.inputsOf('kiosk.signOut')).toHaveLength(1))
})

test('says before the shop opens what the last shift closed with, if the float is another amount', async () => {
  const counted = { amount: '1832.5', differs: 'even', by: '0' } as const
  const last = { ...scriptedShift(), closedAt: new Date().toISOString(), counted }
  await open({ ...almost, shifts: [last] })
  await startOpening()
  await till.until(() => expect(document.body.textContent).toContain('The last shift closed with MX$1,832.50'))
})

test('the owner accepts the service’s terms before the shop opens, so that no customer waits for that', async () => {
  await open({ ...almost, 'checkout.terms': { accepted: false } })
  await openShop()
  await till.until(() => till.button(/^I accept the terms of/))
  expect(till.isOff('Accept the terms first')).toBe(true)
  expect(till.inputsOf('kiosk.turnOn')).toEqual([])
  await till.press(/^I accept the terms of/)
  await till.submit('Password')
  await till.until(() => expect(till.inputsOf('kiosk.turnOn')).toHaveLength(1))
  expect(till.inputsOf('checkout.acceptTerms')).toHaveLength(1)
})

test('a wrong password changes nothing', async () => {
  await open({ ...almost, fails: { 'kiosk.turnOn': { code: 'wrong-password' } } })
  await openShop()
  await till.until(() => expect(till.inputsOf('kiosk.turnOn')).toHaveLength(1))
  expect(till.inputsOf('shift.open')).toEqual([])
})

test('a shift that fails to open leaves shop mode on; opening again takes no password', async () => {
  await open({ ...almost, fails: { 'shift.open': { code: 'internal' } } })
  await openShop()
  await till.until(() => expect(till.inputsOf('shift.open')).toHaveLength(1))
  await till.until(() => expect(till.text()).toContain('Shop mode is on. This opens the shift with your float.'))
  const form = document.querySelector('[role="dialog"] form') ?? expect.fail('no form')
  expect(form.querySelector('input')).toBeNull()
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  await till.until(() => expect(till.inputsOf('shift.open')).toHaveLength(2))
  expect(till.inputsOf('kiosk.turnOn')).toHaveLength(1)
})

test('shows a shop that is open, and leads back to each part', async () => {
  await open({ ...almost, app: { ...scriptedApp, kiosk: manager }, shifts: [scriptedShift()] })
  expect(till.text()).toContain('Your shop is set up and open.')
  expect(till.text()).toContain('5 of 5')
  for (const name of ['People', 'Prices', 'Receipt and printer', 'Counter', 'Float'])
    expect(till.button(`Edit ${name}`).getAttribute('href')).toMatch(/^#\/(?:settings|sales)\//)
  expect(() => till.button('Open the shop')).toThrow()
})
