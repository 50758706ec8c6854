// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import { scriptedCountries, scriptedVariants } from '../../../testing/fixtures/catalog.ts'
import { scriptedPurchase, scriptedPurchases } from '../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

const path = '/checkout/lumo_MX_200-I'
const confirms = (): unknown[] => till.inputsOf('checkout.confirm')

async function open(given: Parameters<typeof mountTill>[1] = {}): Promise<void> {
  till = await mountTill(path, given)
  await till.until(() => till.field('Phone number'))
  await till.until(() => expect(till.isOff('See price')).toBe(false))
}
async function askPrice(): Promise<void> {
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => till.button('Pay 11.05 USDC'))
}

async function pay(): Promise<void> {
  await till.until(() => expect(till.isOff('Pay 11.05 USDC')).toBe(false))
  await till.press('Pay 11.05 USDC')
}

const realMoney = { app: { ...scriptedApp, profile: { ...scriptedApp.profile!, playMoney: false } } }

test('pays nothing at a second press on what asked for the price, which Pay may take the place of', async () => {
  await open()
  await askPrice()
  await till.press('Pay 11.05 USDC')
  expect(till.isOff('Pay 11.05 USDC')).toBe(true)
  expect(confirms()).toEqual([])
  await pay()
  expect(confirms()).toHaveLength(1)
})

test('asks for no consent to terms of play money, and links them beside Pay', async () => {
  await open()
  await askPrice()
  await till.until(() => expect(till.isOff('Pay 11.05 USDC')).toBe(false))
  expect(till.text()).not.toContain('I accept the terms')
  await till.press('View terms')
  await till.until(() => expect(document.body.textContent).toContain('There are no terms to read.'))
  await pay()
  await till.until(() => expect(till.path()).toMatch(/^\/purchases\//))
  expect(confirms()).toMatchObject([{ acceptTerms: true }])
})

test('keeps what was paid on screen until the purchase is there, and offers it neither again nor as a draft', async () => {
  await open()
  await askPrice()
  let arrive = (): void => undefined
  const loaded = new Promise<void>((resolve) => (arrive = resolve))
  till.router.beforeResolve((to) => (to.name === 'purchase' ? loaded : undefined))
  await pay()
  await till.until(() => expect(confirms()).toHaveLength(1))
  await flushPromises()
  expect(till.path()).toBe(path)
  expect(till.field('Phone number').value).toBe('5512345678')
  expect(() => till.button('See price')).toThrow()
  expect(till.button('Signing the payment…').getAttribute('aria-disabled')).toBe('true')
  expect(till.text()).not.toContain('on its way')
  arrive()
  await till.until(() => expect(till.path()).toMatch(/^\/purchases\//))
  expect(till.text()).not.toContain('Save it for later?')
  await till.router.push(path)
  await till.until(() => expect(till.field('Phone number').value).toBe(''))
})

test('pays exactly the quote on screen, once terms are accepted, and shows the purchase', async () => {
  await open(realMoney)
  await askPrice()
  expect(till.isOff('Pay 11.05 USDC')).toBe(true)
  expect(till.text()).toContain('Accept the terms to pay.')
  await till.press('I accept the terms of Sandbox')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC')).toBe(false))
  await pay()
  await till.until(() => expect(till.path()).toMatch(/^\/purchases\//))
  expect(confirms()).toEqual([
    {
      purchaseId: '0b6c1f5e-6a53-4c0f-9a10-0000000000aa',
      quoteKey: '0b6c1f5e-6a53-4c0f-9a10-000000000000',
      totalAmount: '11.05',
      recipient: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
      acceptTerms: true,
      acceptCoin: false,
      acceptNewRecipient: false,
      acceptNotSimulated: false,
      typedTotal: null,
      feePassword: null,
      draftId: null,
    },
  ])
})

test('explains that a number is too short and asks for no price', async () => {
  await open()
  await till.type('Phone number', '551234567')
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain('This number is too short for Mexico.'))
  expect(till.inputsOf('checkout.quote')).toEqual([])
})

test('asks for no price of a number that may not exist before it is confirmed', async () => {
  await open()
  await till.type('Phone number', '2125551234')
  await till.press('See price')
  await till.until(() => expect(document.activeElement).toBe(till.button('The number is right')))
  expect(till.inputsOf('checkout.quote')).toEqual([])
  await till.press('The number is right')
  await till.press('See price')
  await till.until(() => till.button('Pay 11.05 USDC'))
})

test('says where the product works below the title', async () => {
  till = await mountTill('/checkout/vireo_5GB_30-I?country=ES')
  await till.until(() => till.field('Recipient’s e-mail'))
  expect(document.querySelector('h1')?.parentElement?.textContent).toContain('Spain and 13 more countries')
})

test('starts in the first empty field, and calls nothing missing that the user only passes', async () => {
  till = await mountTill('/checkout/vireo_5GB_30-I')
  const field = await till.until(() => till.field('Recipient’s e-mail'))
  expect(document.activeElement).toBe(field)
  await till.until(() => expect(till.inputsOf('checkout.check')).toHaveLength(1))
  till.field('Recipient’s first name').focus()
  await flushPromises()
  expect(till.text()).not.toContain('Fill this in to continue.')
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain('Fill this in to continue.'))
})

test('offers the last e-mail for an empty field without filling it in, and continues in the next one', async () => {
  till = await mountTill('/checkout/vireo_5GB_30-I')
  await till.until(() => till.button('Use ana@example.org again'))
  expect(till.field('Recipient’s e-mail').value).toBe('')
  await till.press('Use ana@example.org again')
  expect(till.field('Recipient’s e-mail').value).toBe('ana@example.org')
  expect(document.activeElement).toBe(till.field('Recipient’s first name'))
  expect(till.text()).not.toContain('Use ana@example.org again')
})

test('offers the last number only for a product of its country', async () => {
  const abroad = scriptedPurchase(21, 'delivered', 1, { country: 'GT', reference: '+50251234567' })
  await open({ purchases: [abroad, ...scriptedPurchases] })
  await till.until(() => till.button('Use +52 55 1234 5678 again'))
  expect(till.text()).not.toContain('+502')
})

test('offers no number of a purchase that failed', async () => {
  const failed = scriptedPurchase(21, 'failed', 1, { reference: '+525599999999' })
  await open({ purchases: [failed, ...scriptedPurchases] })
  await till.until(() => till.button('Use +52 55 1234 5678 again'))
  expect(till.text()).not.toContain('9999')
})

test('does not call a number too short while it is being typed', async () => {
  await open()
  await till.type('Phone number', '551')
  await till.until(() =>
    expect(till.inputsOf('checkout.check').at(-1)).toMatchObject({
      reference: '551',
    }),
  )
  expect(till.text()).not.toContain('too short')
  till.field('Phone number').dispatchEvent(new Event('blur'))
  await till.until(() => expect(till.text()).toContain('This number is too short for Mexico.'))
})

test('ignores the check of an older input', async () => {
  await open()
  const checks = till.hold('checkout.check')
  await till.type('Phone number', '551')
  await till.until(() => expect(checks.waiting()).toBe(1))
  await till.type('Phone number', '5512345678')
  till.field('Phone number').dispatchEvent(new Event('blur'))
  // This answers the check of the older input.
  checks.answer(0)
  await till.until(() => expect(checks.waiting()).toBe(1))
  expect(till.text()).not.toContain('too short')
  checks.answer(0)
  await till.until(() => expect(till.text()).toContain('Goes to +52 55 1234 5678'))
})

test('shows no price that was asked for another number', async () => {
  await open()
  const quotes = till.hold('checkout.quote')
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => expect(quotes.waiting()).toBe(1))
  await till.type('Phone number', '5587654321')
  quotes.answer(0)
  await till.until(() => expect(till.isOff('See price')).toBe(false))
  await flushPromises()
  expect(() => till.button(/^Pay \d/)).toThrow()
})

test('drops the price when the number changes, and prices the same purchase again', async () => {
  await open()
  await askPrice()
  await till.type('Phone number', '5587654321')
  await till.until(() => till.button('See price'))
  await till.press('See price')
  await till.until(() => till.button('Pay 11.05 USDC'))
  expect(till.inputsOf('checkout.quote').at(-1)).toMatchObject({
    reference: '5587654321',
    purchaseId: '0b6c1f5e-6a53-4c0f-9a10-0000000000aa',
  })
})

test('cannot pay an expired price', async () => {
  await open({ 'checkout.quote': { termsAccepted: true, expiresAt: new Date(Date.now() - 1000).toISOString() } })
  await askPrice()
  expect(till.text()).toContain('This price has expired.')
  expect(till.text()).toContain('Update the price to pay.')
  expect(till.isOff('Pay 11.05 USDC')).toBe(true)
})

test('offers no payment for a price-only offer', async () => {
  await open({
    'checkout.quote': { payment: null, problems: [{ problem: 'price-only', blocking: true, detail: null }] },
  })
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain('only shows prices'))
  expect(() => till.button(/^Pay /)).toThrow()
})

test('asks for separate consents to a changed recipient, an unknown coin and a payment without a test run', async () => {
  await open({
    'checkout.quote': {
      termsAccepted: true,
      problems: [
        { problem: 'coin-unknown', blocking: false, detail: null },
        { problem: 'recipient-changed', blocking: false, detail: null },
        { problem: 'not-simulated', blocking: false, detail: null },
      ],
    },
  })
  await askPrice()
  expect(till.isOff('Pay 11.05 USDC')).toBe(true)
  expect(till.text()).toContain('Till doesn’t know this coin')
  expect(till.text()).toContain('Answer what is asked above to pay.')
  await till.press(/I know this coin/)
  await till.press(/different address than before/)
  expect(till.isOff('Pay 11.05 USDC')).toBe(true)
  await till.press(/without a test run/)
  await till.until(() => expect(till.isOff('Pay 11.05 USDC')).toBe(false))
  await pay()
  await till.until(() =>
    expect(confirms()).toMatchObject([{ acceptCoin: true, acceptNewRecipient: true, acceptNotSimulated: true }]),
  )
})

test('pays a network fee above the cap only with the password', async () => {
  await open({
    'checkout.quote': { termsAccepted: true, problems: [{ problem: 'fee-high', blocking: false, detail: '0.05' }] },
  })
  await askPrice()
  expect(till.text()).toContain('The network fee is higher than 0.05')
  expect(till.isOff('Pay 11.05 USDC')).toBe(true)
  await till.type('Your password, to pay this fee', 'correct horse')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC')).toBe(false))
  await pay()
  await till.until(() => expect(confirms()).toMatchObject([{ feePassword: 'correct horse' }]))
})

test('pays a total far above the catalog’s price only once it is typed', async () => {
  await open({
    'checkout.quote': { termsAccepted: true, problems: [{ problem: 'price-above', blocking: false, detail: '8' }] },
  })
  await askPrice()
  expect(till.text()).toContain('much higher than the catalog’s 8')
  expect(till.isOff('Pay 11.05 USDC')).toBe(true)
  await till.type('Type the total to confirm: 11.05 USDC', '11.5')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC')).toBe(true))
  await till.type('Type the total to confirm: 11.05 USDC', '11,05')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC')).toBe(false))
  await pay()
  await till.until(() => expect(confirms()).toMatchObject([{ typedTotal: '11.05' }]))
})

test('refuses a total of more than three times the catalog’s price', async () => {
  await open({
    'checkout.quote': { termsAccepted: true, problems: [{ problem: 'price-far-above', blocking: true, detail: '3' }] },
  })
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain('more than three times the catalog’s 3'))
  expect(() => till.button(/^Pay /)).toThrow()
})

test('fills in and prices while locked, and asks to unlock in place before paying', async () => {
  await open({ app: { ...scriptedApp, locked: false }, 'checkout.quote': { termsAccepted: true } })
  till.scripted.setApp({ locked: true })
  await askPrice()
  await pay()
  await till.until(() => till.field('Password'))
  till.button('Unlock and pay')
  await till.until(() =>
    expect(document.body.textContent).toContain('You pay 11.05 USDC for Lumo Móvil MX$200 to +52 55 1234 5678.'),
  )
  expect(till.button('Forgot your password?').getAttribute('href')).toBe(`#/unlock?then=${path}`)
  expect(confirms()).toEqual([])
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(confirms()).toHaveLength(1))
  await till.until(() => expect(till.path()).toMatch(/^\/purchases\//))
})

test('pays nothing behind the password once the price has expired', async () => {
  const expiresAt = new Date(Date.now() + 1500).toISOString()
  await open({ app: { ...scriptedApp, locked: false }, 'checkout.quote': { termsAccepted: true, expiresAt } })
  till.scripted.setApp({ locked: true })
  await askPrice()
  await pay()
  await till.until(() => till.field('Password'))
  await till.until(() => expect(document.body.textContent).toContain('This price has expired, and nothing is paid.'))
  expect(() => till.button('Unlock and pay')).toThrow()
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Update the price to pay.'))
  expect(confirms()).toEqual([])
})

test('says until when the service asks to wait, and keeps the input', async () => {
  const until = Date.now() + 600_000
  await open({ fails: { 'checkout.quote': { code: 'service-rate-limited', details: { until } } } })
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => expect(till.text()).toMatch(/asked Till to wait until .*\d:\d\d/))
  expect(till.field('Phone number').value).toBe('5512345678')
})

test('starts with the earlier delivery when buying again', async () => {
  const earlier = scriptedPurchases[1]!
  till = await mountTill(`${path}?from=${earlier.id}`)
  await till.until(() => expect(till.field('Phone number').value).toBe('+525512345678'))
})

test('folds the payment method to one row, opens it to change, and folds it after the choice', async () => {
  await open()
  expect(document.querySelectorAll('[role="radio"]')).toHaveLength(0)
  await till.press(/^USDC on Harbour .*Change$/)
  await till.until(() => expect(document.activeElement?.getAttribute('role')).toBe('radio'))
  till.button(/^USDC on Meadow/).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  await till.until(() => till.button(/^USDC on Meadow .*Change$/))
  expect(document.querySelectorAll('[role="radio"]')).toHaveLength(0)
})

test('folds the payment methods with Escape, and once the price is asked for', async () => {
  await open()
  await till.press(/^USDC on Harbour .*Change$/)
  await till.until(() => expect(document.activeElement?.getAttribute('role')).toBe('radio'))
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await till.until(() => expect(document.querySelectorAll('[role="radio"]')).toHaveLength(0))
  await till.press(/^USDC on Harbour .*Change$/)
  await till.until(() => expect(document.querySelectorAll('[role="radio"]')).not.toHaveLength(0))
  await askPrice()
  expect(document.querySelectorAll('[role="radio"]')).toHaveLength(0)
})

test('shows no recipient on the receipt before it is whole', async () => {
  await open()
  await till.type('Phone number', '5512')
  await till.until(() => expect(till.inputsOf('checkout.check').at(-1)).toMatchObject({ reference: '5512' }))
  const receipt = (): string => document.querySelector('[aria-label="Receipt"]')?.textContent ?? ''
  expect(receipt()).toContain('To…')
  await till.type('Phone number', '5512345678')
  await till.until(() => expect(receipt()).toContain('To+52 55 1234 5678'))
})

test('marks a test network only for a service of real money', async () => {
  await open()
  expect(till.text()).not.toContain('test network')
  till.close()
  await open(realMoney)
  expect(till.text()).toContain('on Harbour · test network, coins have no value')
})

test('lists an unpayable network last with its reason, and does not select it', async () => {
  await open()
  await till.press(/^USDC on Harbour .*Change$/)
  await till.until(() => till.button(/^Solaria/))
  const ways = [...document.querySelectorAll('[role="radio"]')]
  expect(ways.at(-1)?.textContent).toContain('Till can’t pay on this kind of network yet.')
  expect(ways.filter((paymentMethod) => paymentMethod.hasAttribute('disabled'))).toEqual(ways.slice(-1))
})

test('estimates the total on the receipt before the price, with fees once they are known', async () => {
  await open()
  expect(till.text()).toContain('About, before fees10.84 USDC')
  await askPrice()
  // The catalog's rates may come later.
  await till.until(() =>
    expect(till.text()).toContain(
      'Service fee0.21 USDCTotal11.05 USDCIn your currency≈ MX$203.88plus network fee, up to0.000105 ETH',
    ),
  )
  await till.type('Phone number', '5587654321')
  await till.until(() => expect(till.text()).toContain('About, with fees11.05 USDC'))
})

test('shows the terms that the user is asked to accept', async () => {
  await open(realMoney)
  await askPrice()
  await till.press('View terms')
  await till.until(() => expect(till.text()).toContain('Sandbox has its own terms.'))
  expect(till.text()).toContain('127.0.0.1:4010')
})

test('takes the recipient from the fields for a product without a reference', async () => {
  const [plan] = scriptedVariants.filter(({ brandSlug }) => brandSlug === 'vireo')
  const sold = {
    ...plan!,
    reference: null,
    requiredFields: [{ name: 'recipient.email', kind: 'email' as const, required: true }],
  }
  const earlier = scriptedPurchase(1, 'delivered', 9, {
    sku: sold.sku,
    reference: 'ana@example.org',
    requiredFields: [{ name: 'recipient.email', value: 'ana@example.org' }],
  })
  till = await mountTill(`/checkout/${sold.sku}?from=${earlier.id}`, { variants: [sold], purchases: [earlier] })
  await till.until(() => expect(till.field('Recipient’s e-mail').value).toBe('ana@example.org'))
  await till.until(() => expect(till.inputsOf('checkout.check')).not.toEqual([]))
  expect(till.inputsOf('checkout.check').at(-1)).toMatchObject({
    reference: '',
    fields: { 'recipient.email': 'ana@example.org' },
  })
})

test('shows a coin’s payment bounds where coins are compared and where the total is outside them', async () => {
  await open({
    'checkout.quote': { problems: [{ problem: 'allowance-bounds', blocking: true, detail: null }] },
  })
  expect(till.text()).not.toContain('from 0.1 to 5,000 USDC')
  await till.press(/Change$/)
  await till.until(() => expect(till.text()).toContain('on Harbour · from 0.1 to 5,000 USDC'))
  expect(till.text()).toContain('from 0.1 USDT')
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() =>
    expect(till.text()).toContain('outside the service’s limits for this coin (from 0.1 to 5,000 USDC)'),
  )
})

test('shows the local time of a top-up’s destination if its clocks differ', async () => {
  const [iso2, timezone] = new Date().getTimezoneOffset() === -345 ? ['LK', 'Asia/Colombo'] : ['NP', 'Asia/Kathmandu']
  const countries = [...scriptedCountries, { ...scriptedCountries[0]!, iso2, timezone }]
  await open({ 'countries.list': countries, variants: scriptedVariants.map((one) => ({ ...one, country: iso2 })) })
  const pattern = /(Nepal|Sri Lanka) country code\. It is \d+:\d\d [AP]M there\./
  await till.until(() => expect(till.text().replaceAll('\u202f', ' ')).toMatch(pattern))
})

test('shows Till’s balance and the service’s message if the service refuses a price for the balance', async () => {
  const message = 'The sender holds 3 USDC'
  const details = { status: 400, code: 'INSUFFICIENT_BALANCE', reason: 'balance', message } as const
  await open({ fails: { 'checkout.quote': { code: 'service-rejected', details } } })
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() =>
    expect(till.text()).toContain(
      'this wallet’s balance is too low. The service says: “The sender holds 3 USDC”Till sees 1,194.08 USDC on Harbour.',
    ),
  )
})

test('offers to save while a price cannot be paid for want of a connection, and pays once it is back', async () => {
  await open()
  await askPrice()
  till.scripted.emit('connection.changed', { service: 'offline', since: null, error: 'offline' })
  await till.until(() => expect(till.text()).toContain('Paying needs a connection. Nothing was paid.'))
  expect(till.isOff('Pay 11.05 USDC')).toBe(true)
  await till.press('Save for later')
  await till.until(() => expect(till.text()).toContain('Saved for later. Nothing was paid.'))
  till.scripted.emit('connection.changed', { service: 'online', since: null, error: null })
  await till.until(() => expect(till.isOff('Pay 11.05 USDC')).toBe(false))
})

test('says what a lost connection means once, and nothing of it a while after the connection is back', async () => {
  await open({ fails: { 'checkout.quote': { code: 'offline' } } })
  const failed = 'There is no connection to the service.'
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain(failed))
  till.scripted.emit('connection.changed', { service: 'offline', since: null, error: 'offline' })
  await till.until(() => expect(till.text()).toContain('There is no connection, so there is no final price yet.'))
  expect(till.text()).not.toContain(failed)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  till.scripted.emit('connection.changed', { service: 'online', since: null, error: null })
  await till.until(() => till.button('See price'))
  // A connection that is back at once would hide why there is no price.
  expect(till.text()).toContain(failed)
  await vi.advanceTimersByTimeAsync(4_000)
  vi.useRealTimers()
  await till.until(() => expect(till.text()).not.toContain(failed))
})

test('says that nothing was paid if the network cannot be reached, below the button', async () => {
  await open({ fails: { 'checkout.confirm': { code: 'network-unreachable' } } })
  await askPrice()
  await pay()
  await till.until(() => expect(till.text()).toContain('Harbour can’t be reached right now. Nothing was paid now.'))
  const alert = document.querySelector('#main [role="alert"]')
  expect(till.button('Pay 11.05 USDC').compareDocumentPosition(alert!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('lets the user cancel a price that does not come, and ignores it when it does', async () => {
  await open()
  await till.type('Phone number', '5512345678')
  const quotes = till.hold('checkout.quote')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await till.press('See price')
  await vi.waitUntil(() => quotes.waiting() === 1)
  expect(() => till.button('Cancel')).toThrow()
  await vi.advanceTimersByTimeAsync(3_000)
  await till.press('Cancel')
  expect(till.isOff('See price')).toBe(false)
  expect(() => till.button('Cancel')).toThrow()
  quotes.answer(0)
  await flushPromises()
  expect(() => till.button(/^Pay \d/)).toThrow()
})
