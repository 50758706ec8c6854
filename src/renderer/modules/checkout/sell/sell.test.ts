// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { scriptedVariant } from '../../../../testing/fixtures/catalog.ts'
import { scriptedPage } from '../../../../testing/fixtures/sales.ts'
import { dial, lumo200, mountCounter, shownNumber } from '../../../../testing/renderer/counter.ts'
import type { MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { scriptedApp } from '../../../../testing/scripted/app.ts'
import type { Script } from '../../../../testing/scripted/script.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
const open = async (...counter: Parameters<typeof mountCounter>): Promise<MountedTill> =>
  (till = await mountCounter(...counter))

const ana = { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f001', name: 'Ana', colour: 'teal', lockedOut: false } as const
const settings = { ...scriptedApp.settings, homeCountry: 'MX' }
async function charge(given: Partial<Script> = {}): Promise<MountedTill> {
  const page = await open(lumo200, given)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  await dial(page)
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Charge /)
  await page.until(() => page.button(/Exact$/))
  return page
}
/** Whether no button sells. */
const isOff = (): boolean =>
  ![...document.querySelectorAll('button:not([disabled])')].some(({ textContent }) =>
    /^Take .+ and sell$/.test(textContent.trim()),
  )

test('sells with four touches besides the number: tile, charge, cash, sell', async () => {
  const page = await open()
  await page.until(() => page.button(/^Lumo Móvil MX\$200/))
  await page.press(/^Lumo Móvil MX\$200/)
  await dial(page)
  await page.until(() => page.button('Charge MX$189.50'))
  expect(shownNumber()).toBe('55 1234 5678')
  await page.press('Charge MX$189.50')
  await page.until(() => page.button(/Exact$/))
  await page.press('MX$200')
  await page.until(() => expect(page.isOff('Take MX$200 and sell')).toBe(false))
  expect(page.text()).toContain('Change')
  await page.press('Take MX$200 and sell')
  await page.until(() => page.button('Next customer'))
  expect(page.inputsOf('sales.confirm')[0]).toMatchObject({ price: '189.5', given: '200' })
  expect(page.text()).toContain('Give change')
  expect(page.text()).toContain('MX$10.50')
  expect(shownNumber()).toBe('55 1234 5678')
  await page.until(() => expect(page.isOff('Next customer')).toBe(false))
  await page.press('Next customer')
  await page.until(() => expect(page.text()).toContain('Choose a product and type a number'))
  expect(shownNumber()).not.toContain('5')
})

test('keeps the change on the screen at a second press on what took the cash', async () => {
  const page = await charge()
  await page.press('MX$200')
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
  await page.press('Next customer')
  expect(page.text()).toContain('Give change')
  await page.until(() => expect(page.isOff('Next customer')).toBe(false))
  expect(document.activeElement).toBe(page.button('Next customer'))
  await page.press('Next customer')
  await page.until(() => expect(page.text()).toContain('Choose a product and type a number'))
  // Who asks for the change again finds it at the last sale.
  expect(page.text()).toMatch(/Last sale, change MX\$10\.50/)
})

test('shows no change for a sale that cannot be made', async () => {
  const problems = [{ problem: 'insufficient-token' as const, blocking: true, detail: '4' }]
  const page = await charge({ 'checkout.quote': { termsAccepted: true, problems } })
  await page.press('MX$200')
  await page.until(() => expect(page.isOff('This can’t be sold now')).toBe(true))
  expect(document.querySelector('.figure[role=status]')).toBeNull()
})

test('shows no change while the service gives no price', async () => {
  const page = await charge({ fails: { 'checkout.quote': { code: 'offline' } } })
  await page.press('MX$200')
  await page.until(() => page.button('Update price'))
  expect(document.querySelector('.figure[role=status]')).toBeNull()
})

test('asks for an address again when Enter comes too early, and says what is missing', async () => {
  const page = await open('/sell?sku=vireo_5GB_30-I')
  await page.until(() => page.field('Recipient’s e-mail'))
  await page.submit('Recipient’s e-mail')
  await page.until(() => expect(page.text()).toContain('Fill this in to continue.'))
  expect(page.inputsOf('checkout.quote')).toEqual([])
})

test('says how much cash is missing, and explains an ambiguous or invalid amount', async () => {
  const page = await charge()
  await page.type('Cash received', '100')
  await page.until(() => expect(page.isOff('MX$89.50 missing')).toBe(true))
  await page.type('Cash received', '1,500')
  await page.until(() => expect(page.text()).toContain('Type 1500 or 1.5.'))
  expect(page.isOff('Type the cash received')).toBe(true)
  await page.type('Cash received', 'abc')
  await page.until(() => expect(page.text()).toContain('Type an amount like 50'))
})

test('asks for a raised price before the cash is taken, and says so', async () => {
  const page = await charge({ 'sales.offer': { price: '194', raisedFrom: '189.5' } })
  expect(page.text()).toContain('ask for MX$194 instead of MX$189.50')
  await page.press(/Exact$/)
  await page.press('Take MX$194 and sell')
  await page.until(() => expect(page.inputsOf('sales.confirm')[0]).toMatchObject({ price: '194', given: '194' }))
})

test('asks again for a price that expired, and sells without another touch', async () => {
  const page = await charge({ 'checkout.quote': { termsAccepted: true, expiresAt: new Date(0).toISOString() } })
  page.scripted.script['checkout.quote'] = { termsAccepted: true }
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
  expect(page.inputsOf('checkout.quote')).toHaveLength(2)
  expect(page.inputsOf('sales.confirm')).toHaveLength(1)
})

test('does not sell at a price that changed while it was asked for again', async () => {
  const page = await charge({ 'checkout.quote': { termsAccepted: true, expiresAt: new Date(0).toISOString() } })
  page.scripted.script['checkout.quote'] = { termsAccepted: true }
  page.scripted.script['sales.offer'] = { price: '199', raisedFrom: '189.5' }
  await page.press('MX$200')
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(page.text()).toContain('ask for MX$199 instead of MX$189.50'))
  expect(page.inputsOf('sales.confirm')).toEqual([])
})

test('never takes the price of one product for another that was chosen while it was asked for', async () => {
  const page = await open(lumo200)
  await dial(page)
  await page.until(() => page.button(/^Charge /))
  const quotes = page.hold('checkout.quote')
  await page.press(/^Charge /)
  await page.until(() => expect(quotes.waiting()).toBe(1))
  await page.press(/^Lumo Móvil MX\$100/)
  await page.until(() => expect(document.querySelector('main h1')?.textContent).toBe('Lumo Móvil MX$100'))
  quotes.answer(0)
  await flushPromises()
  expect(page.inputsOf('sales.offer')).toEqual([])
  page.scripted.script.fails['checkout.quote'] = { code: 'offline' }
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Charge /)
  await page.until(() => expect(quotes.waiting()).toBe(1))
  quotes.answer(0)
  await page.until(() => page.button('Update price'))
  await page.press(/Exact$/)
  expect(() => page.button(/^Take .+ and sell$/)).toThrow()
})

test('cannot be cancelled while it is being paid', async () => {
  const page = await charge()
  const sales = page.hold('sales.confirm')
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(sales.waiting()).toBe(1))
  await page.press('Cancel sale')
  await page.press(/^Lumo Móvil MX\$100/)
  sales.answer(0)
  await page.until(() => page.button('Next customer'))
  expect(page.text()).toContain('Lumo Móvil MX$200')
  expect(page.text()).toContain('No change')
})

test('goes back to the number, and asks for the price again', async () => {
  const page = await charge()
  await page.press('Change number')
  await page.until(() => page.field('Phone number'))
  await page.press('Delete the last digit')
  await page.until(() => expect(page.isOff('Type the number')).toBe(true))
  await page.press('9')
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Charge /)
  await page.until(() => expect(page.inputsOf('checkout.quote')).toHaveLength(2))
  expect(page.inputsOf('checkout.quote')[1]).toMatchObject({ reference: '5512345679' })
})

test('names each exceeded limit and what it leaves, and sells with the manager’s password', async () => {
  const exceededLimits = [
    { limit: 'perClerk' as const, left: '0' },
    { limit: 'perDay' as const, left: '120.5' },
  ]
  const page = await charge({ 'sales.offer': { exceededLimits } })
  expect(page.text()).toMatch(/MX\$0 left of your shift limit\. ?MX\$120\.50 left of the 24-hour limit\./)
  await page.press(/Exact$/)
  expect(isOff()).toBe(true)
  await page.type('Manager’s password', 'correct horse')
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
})

test('lets the manager pass a limit without typing the password again', async () => {
  const page = await charge({
    app: { ...scriptedApp, settings, kiosk: { on: true, role: 'manager', clerk: null } },
    'sales.offer': { exceededLimits: [{ limit: 'perSale', left: '100' }] },
  })
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
})

test('does not sell the same again before the clerk confirms it', async () => {
  const same = { number: 12, at: new Date(Date.now() - 120_000).toISOString(), by: 'Ben' }
  const page = await charge({ 'sales.offer': { same } })
  expect(page.text()).toMatch(/The same product was already sold to this number: sale 12, .*, by Ben\./)
  await page.press(/Exact$/)
  expect(isOff()).toBe(true)
  // The change would push the question out of sight.
  expect(document.querySelector('.figure[role=status]')).toBeNull()
  await page.press('Answer the question first')
  expect(document.activeElement).toBe(page.button('Sell it again'))
  expect(page.inputsOf('sales.confirm')).toEqual([])
  await page.press('Sell it again')
  expect(document.querySelector('.figure[role=status]')?.textContent).toContain('Change')
  expect(isOff()).toBe(false)
})

test('asks one question after the other', async () => {
  const same = { number: 12, at: new Date(Date.now() - 120_000).toISOString(), by: 'Ben' }
  const page = await charge({ 'sales.offer': { same, exceededLimits: [{ limit: 'perSale', left: '100' }] } })
  expect(page.text()).toContain('already sold to this number')
  expect(() => page.field('Manager’s password')).toThrow()
  await page.press('Sell it again')
  await page.until(() => page.field('Manager’s password'))
  expect(page.text()).not.toContain('already sold to this number')
})

test('says what to ask for a product that is on no page', async () => {
  const page = await open()
  await page.until(() => page.button('Find another product'))
  await page.press('Find another product')
  await page.until(() => expect(page.text()).toContain('for MX$189.50'))
})

test('writes an exact amount with all its cents, and says when there is no change to give', async () => {
  const page = await charge()
  await page.press(/Exact$/)
  expect(page.field('Cash received').value).toBe('189.50')
  await page.press(/^Take .+ and sell$/)
  await page.until(() => expect(page.text()).toContain('No change'))
  expect(page.text()).not.toContain('Give change')
})

test('calls no number wrong before one is typed', async () => {
  const page = await open(lumo200)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  await page.until(() => expect(page.isOff('Type the number')).toBe(true))
  page.field('Phone number').dispatchEvent(new FocusEvent('blur'))
  await flushPromises()
  expect(page.text()).not.toContain('Check the number')
})

test('leaves a sale to a changed address to the manager, because a clerk sees no address', async () => {
  const problems = [{ problem: 'recipient-changed' as const, blocking: false, detail: null }]
  const page = await charge({ 'checkout.quote': { termsAccepted: true, problems } })
  expect(page.text()).toContain('Ask the manager to sign in and make this sale.')
  await page.press(/Exact$/)
  expect(isOff()).toBe(true)
  expect(page.text()).not.toMatch(/0x[\dA-Fa-f ]{8}/)
})

test('tells a clerk whom to call at the wallet’s own limit, before or after the cash, without coins', async () => {
  const problems = [{ problem: 'limit-day' as const, blocking: true, detail: '0.894342' }]
  const page = await charge({ 'checkout.quote': { termsAccepted: true, problems } })
  await page.until(() =>
    expect(page.text()).toContain('This register has reached its wallet’s limit. Call the manager.'),
  )
  expect(page.isOff('This can’t be sold now')).toBe(true)
  expect(page.text()).not.toContain('0.894342')
  page.close()
  const late = await charge({ fails: { 'sales.confirm': { code: 'limit-reached', details: { limit: 'day' } } } })
  await late.press(/Exact$/)
  await late.press(/^Take .+ and sell$/)
  await late.until(() =>
    expect(late.text()).toContain('This register has reached its wallet’s limit. Call the manager.'),
  )
  expect(late.text()).not.toContain('Settings')
})

test('says what a failed price means, and asks again', async () => {
  const page = await open(lumo200, { fails: { 'checkout.quote': { code: 'offline' } } })
  await dial(page)
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Charge /)
  await page.until(() => page.button('Update price'))
  expect(document.querySelector('main [role=alert]')).not.toBeNull()
  delete page.scripted.script.fails['checkout.quote']
  await page.press('Update price')
  await page.press(/Exact$/)
  await page.until(() => expect(isOff()).toBe(false))
})

test('shows the customer the number, the product and the price, turned around, and remembers which way', async () => {
  const page = await open(lumo200)
  await dial(page)
  await page.until(() => page.button('Turn screen to customer'))
  await page.press('Turn screen to customer')
  const shown = (): HTMLElement | null => document.querySelector('[role="dialog"]')
  await page.until(() => expect(shown()?.textContent).toMatch(/Lumo Móvil MX\$200.*\+525512345678.*MX\$189\.50/))
  expect(shown()?.querySelector('.rotate-180')).not.toBeNull()
  await page.press('Customer beside you: upright')
  await page.until(() => expect(shown()?.querySelector('.rotate-180')).toBeNull())
  expect(page.scripted.script.app.settings.customerStands).toBe('beside')
})

test('shows the customer the sale as it is typed, what was sold, and nothing of the next one', async () => {
  const page = await charge()
  const shown = () => page.inputsOf('customer.show')
  expect(shown().at(-1)).toEqual({
    kind: 'check',
    sku: 'lumo_MX_200-I',
    reference: '+525512345678',
    price: { currency: 'MXN', amount: '189.5' },
  })
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Next customer'))
  await page.until(() => expect(shown().at(-1)).toMatchObject({ kind: 'sold' }))
  await page.until(() => expect(page.isOff('Next customer')).toBe(false))
  await page.press('Next customer')
  await page.until(() => expect(shown().at(-1)).toEqual({ kind: 'idle' }))
})

test('does not offer to turn the screen where the customer has one', async () => {
  const page = await open(lumo200, { 'customer.show': { face: { kind: 'idle' }, onDisplay: true } })
  await dial(page)
  await page.until(() => page.button(/^Charge /))
  expect(() => page.button('Turn screen to customer')).toThrow()
})

test('asks for the clerk’s PIN at the sale where the manager wants it, again after a wrong one', async () => {
  const app = { ...scriptedApp, settings: { ...settings, pinAtSale: true } }
  const page = await charge({
    app: { ...app, kiosk: { on: true, role: 'clerk', clerk: ana } },
    fails: { 'sales.confirm': { code: 'wrong-pin' } },
  })
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  const dialog = (): HTMLElement | null => document.querySelector('[role="dialog"]')
  await page.until(() => expect(dialog()).not.toBeNull())
  expect(page.inputsOf('sales.confirm')).toEqual([])
  const type = (pin: string): void => {
    for (const key of [...pin, 'Enter']) window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
  }
  type('1111')
  await page.until(() => expect(dialog()?.querySelector('[role=alert]')).not.toBeNull())
  delete page.scripted.script.fails['sales.confirm']
  type('2580')
  await page.until(() => expect(dialog()).toBeNull())
  expect(page.inputsOf('sales.confirm').at(-1)).toMatchObject({ pin: '2580' })
  expect(page.button('Next customer')).toBeTruthy()
})

test('asks for an e-mail address where the product needs one', async () => {
  const page = await open('/sell?sku=steam_US_25-I', {
    variants: [
      scriptedVariant({
        sku: 'steam_US_25-I',
        brandSlug: 'steam',
        brandName: 'Steam',
        reference: null,
        requiredFields: [{ name: 'recipient.email', kind: 'email', required: true }],
      }),
    ],
  })
  await page.until(() => page.field('Recipient’s e-mail'))
  expect(() => page.button('5')).toThrow()
  expect(page.isOff('Fill in the details')).toBe(true)
  await page.type('Recipient’s e-mail', 'ana@example.com')
  await page.until(() => page.button(/^Charge /))
  expect(document.querySelector('.receipt')?.textContent).toContain('ana@example.com')
})

test('shows each page of the counter with its prices, what was sold last, and nothing that is gone', async () => {
  const recent = scriptedPage('', ['vireo_5GB_30-I', 'lumo_MX_500-I']).products
  const pages = [
    scriptedPage('Top-ups', ['lumo_MX_20-I', 'lumo_MX_50-I', 'lumo_MX_200-I'], ['lumo_MX_50-I']),
    scriptedPage('Data', ['vireo_5GB_30-I']),
  ]
  const page = await open('/sell', { counter: { byPolicy: false, pages, recent } })
  const tiles = (): string[] =>
    [...document.querySelectorAll('section[aria-label="Counter"] li')].map(({ textContent }) => textContent)
  await page.until(() => expect(tiles()).toHaveLength(2))
  expect(tiles()[1]).toMatch(/Lumo Móvil.*MX\$200.*for MX\$198/)
  await page.press('Data')
  await page.until(() => expect(tiles()).toEqual([expect.stringContaining('Vireo Travel')]))
  await page.press('Sold recently')
  await page.until(() => expect(tiles()[1]).toContain('MX$500'))
})

test('invites the manager to fill an empty counter, and leaves a clerk the search', async () => {
  const none = { counter: { byPolicy: false, pages: [], recent: [] } }
  const page = await open('/sell', none)
  await page.until(() => expect(page.text()).toContain('Find one by name or amount.'))
  page.close()
  const manager = { ...scriptedApp, settings, kiosk: { on: true, role: 'manager', clerk: null } } as const
  const other = await open('/sell', { ...none, app: manager })
  await other.until(() => other.button('Set up the counter'))
  await other.press('Set up the counter')
  await other.until(() => expect(other.path()).toBe('/settings/counter'))
})

test('finds a product that is not on the counter', async () => {
  const page = await open()
  await page.until(() => page.button('Find another product'))
  await page.press('Find another product')
  await page.type('Find another product', 'vireo')
  await page.until(() => page.button(/Vireo Travel.*\$9\.50/))
  await page.press(/Vireo Travel.*\$9\.50/)
  await page.until(() => expect(document.querySelector('main h1')?.textContent).toContain('Vireo Travel'))
  await page.until(() => page.button('Find another product'))
})

test('searches for what a scanner reads', async () => {
  const page = await open('/sell?q=vireo')
  await page.until(() => expect(page.field('Find another product').value).toBe('vireo'))
  await page.until(() => page.button(/Vireo Travel/))
})

test('a code scanned again stays in no number, and finds its product again', async () => {
  const page = await open()
  await page.until(() => page.field('Phone number'))
  for (let n = 0; n < 2; n += 1) {
    // The scanner types into the number before its Enter tells it from a person.
    await page.type('Phone number', '7501055')
    await page.router.push({ name: 'sell', query: { q: '7501055' } })
    await page.until(() => expect(page.field('Find another product').value).toBe('7501055'))
    expect(page.field('Phone number').value).toBe('')
    await page.press('Back to the tiles')
  }
})

test('forgets the customer when the clerk cancels', async () => {
  const page = await open(lumo200)
  await dial(page, '5512')
  await page.press('Cancel sale')
  await page.until(() => expect(page.text()).toContain('Choose a product and type a number'))
  expect(page.field('Phone number').value).toBe('')
})

test('sells the same again to another number, and starts the next sale with a tile', async () => {
  const page = await charge()
  await page.press(/Exact$/)
  await page.press(/^Take .+ and sell$/)
  await page.until(() => page.button('Same again, another number'))
  await page.press('Same again, another number')
  await page.until(() => expect(page.isOff('Type the number')).toBe(true))
  expect(page.field('Phone number').value).toBe('')
  expect(page.text()).toContain('Lumo Móvil MX$200')
})

test('says that the shop is closed while no shift is open: to a clerk whom to ask, to the manager how', async () => {
  const page = await open('/sell', { shifts: [] })
  await page.until(() => expect(page.text()).toContain('You can sell after the manager opens one.'))
  expect(() => page.button('Find another product')).toThrow()
  page.close()
  const manager = await open('/sell', {
    shifts: [],
    app: { ...scriptedApp, settings, kiosk: { on: true, role: 'manager', clerk: null } },
  })
  await manager.until(() => manager.button('Open a shift'))
})

test('leads a register’s checkout to its counter, and a wallet at home away from it', async () => {
  const page = await open('/checkout/lumo_MX_200-I')
  await page.until(() => expect(page.path()).toBe('/sell'))
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  page.close()
  const home = await open('/sell', { app: scriptedApp })
  await home.until(() => expect(home.path()).toBe('/shop'))
})
