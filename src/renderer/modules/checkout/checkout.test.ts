// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { scriptedCountries, scriptedVariants } from '../../../testing/fixtures/catalog.ts'
import { askPrice, checkoutPath, openCheckout, pay } from '../../../testing/renderer/checkout.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  till.close()
  vi.useRealTimers()
})

const confirms = (): unknown[] => till.inputsOf('checkout.confirm')

const realMoney = { app: { ...scriptedApp, profile: { ...scriptedApp.profile!, playMoney: false } } }

test('pays nothing at a second press on what asked for the price, which Pay may take the place of', async () => {
  till = await openCheckout()
  await askPrice(till)
  await till.press('Pay 11.05 USDC (≈ MX$203.88)')
  expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(true)
  expect(confirms()).toEqual([])
  await pay(till)
  expect(confirms()).toHaveLength(1)
})

test('asks for no consent to terms of play money, and links them beside Pay', async () => {
  till = await openCheckout()
  await askPrice(till)
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(false))
  expect(till.text()).not.toContain('I accept the terms')
  await till.press('View terms')
  await till.until(() => expect(document.body.textContent).toContain('There are no terms to read.'))
  await pay(till)
  await till.until(() => expect(till.path()).toMatch(/^\/purchases\//))
  expect(confirms()).toMatchObject([{ acceptTerms: true }])
})

test('keeps what was paid on screen until the purchase is there, and offers it neither again nor as a draft', async () => {
  till = await openCheckout()
  await askPrice(till)
  let arrive = (): void => undefined
  const loaded = new Promise<void>((resolve) => (arrive = resolve))
  till.router.beforeResolve((to) => (to.name === 'purchase' ? loaded : undefined))
  await pay(till)
  await till.until(() => expect(confirms()).toHaveLength(1))
  await flushPromises()
  expect(till.path()).toBe(checkoutPath)
  expect(till.field('Phone number').value).toBe('5512345678')
  expect(() => till.button('See price')).toThrow()
  expect(till.button('Signing the payment…').getAttribute('aria-disabled')).toBe('true')
  expect(till.text()).not.toContain('on its way')
  arrive()
  await till.until(() => expect(till.path()).toMatch(/^\/purchases\//))
  expect(till.text()).not.toContain('Save it for later?')
  await till.router.push(checkoutPath)
  await till.until(() => expect(till.field('Phone number').value).toBe(''))
})

test('pays exactly the quote on screen, once terms are accepted, and shows the purchase', async () => {
  till = await openCheckout(realMoney)
  await askPrice(till)
  expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(true)
  expect(till.text()).toContain('Accept the terms to pay.')
  await till.press('I accept the terms of Sandbox')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(false))
  await pay(till)
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

test('shows a product once the first catalog is loaded, and never calls it gone before', async () => {
  till = await mountTill(checkoutPath, { variants: [], 'catalog.status': { refreshedAt: null, missing: ['catalog'] } })
  await till.until(() => expect(till.text()).toContain('Try again'))
  expect(till.text()).not.toContain('This product is not on sale')
  till.scripted.script.variants = scriptedVariants
  till.scripted.emit('catalog.changed', { refreshedAt: new Date().toISOString(), missing: [] })
  await till.until(() => till.field('Phone number'))
})

test('says where the product works below the title', async () => {
  till = await mountTill('/checkout/vireo_5GB_30-I?country=ES')
  await till.until(() => till.field('Recipient’s e-mail'))
  expect(document.querySelector('h1')?.parentElement?.textContent).toContain('Spain and 13 more countries')
})

test('cannot pay an expired price', async () => {
  till = await openCheckout({
    'checkout.quote': { termsAccepted: true, expiresAt: new Date(Date.now() - 1000).toISOString() },
  })
  await askPrice(till)
  expect(till.text()).toContain('This price has expired.')
  expect(till.text()).toContain('Update the price to pay.')
  expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(true)
})

test('offers no payment for a price-only offer', async () => {
  till = await openCheckout({
    'checkout.quote': { payment: null, problems: [{ problem: 'price-only', blocking: true, detail: null }] },
  })
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain('only shows prices'))
  expect(() => till.button(/^Pay /)).toThrow()
})

test('asks for separate consents to a changed recipient, an unknown coin and a payment without a test run', async () => {
  till = await openCheckout({
    'checkout.quote': {
      termsAccepted: true,
      problems: [
        { problem: 'coin-unknown', blocking: false, detail: null },
        { problem: 'recipient-changed', blocking: false, detail: null },
        { problem: 'not-simulated', blocking: false, detail: null },
      ],
    },
  })
  await askPrice(till)
  expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(true)
  expect(till.text()).toContain('Till doesn’t know this coin')
  expect(till.text()).toContain('Answer what is asked above to pay.')
  await till.press(/I know this coin/)
  await till.press(/different address than before/)
  expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(true)
  await till.press(/without a test run/)
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(false))
  await pay(till)
  await till.until(() =>
    expect(confirms()).toMatchObject([{ acceptCoin: true, acceptNewRecipient: true, acceptNotSimulated: true }]),
  )
})

test('pays a network fee above the cap only with the password', async () => {
  till = await openCheckout({
    'checkout.quote': { termsAccepted: true, problems: [{ problem: 'fee-high', blocking: false, detail: '0.05' }] },
  })
  await askPrice(till)
  expect(till.text()).toContain('The network fee is higher than 0.05')
  expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(true)
  await till.type('Your password, to pay this fee', 'correct horse')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(false))
  await pay(till)
  await till.until(() => expect(confirms()).toMatchObject([{ feePassword: 'correct horse' }]))
})

test('pays a total far above the catalog’s price only once it is typed', async () => {
  till = await openCheckout({
    'checkout.quote': { termsAccepted: true, problems: [{ problem: 'price-above', blocking: false, detail: '8' }] },
  })
  await askPrice(till)
  expect(till.text()).toContain('much higher than the catalog’s 8')
  expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(true)
  await till.type('Type the total to confirm: 11.05 USDC', '11.5')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(true))
  await till.type('Type the total to confirm: 11.05 USDC', '11,05')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(false))
  await pay(till)
  await till.until(() => expect(confirms()).toMatchObject([{ typedTotal: '11.05' }]))
})

test('refuses a total of more than three times the catalog’s price', async () => {
  till = await openCheckout({
    'checkout.quote': { termsAccepted: true, problems: [{ problem: 'price-far-above', blocking: true, detail: '3' }] },
  })
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => expect(till.text()).toContain('more than three times the catalog’s 3'))
  expect(() => till.button(/^Pay /)).toThrow()
})

test('fills in and prices while locked, and asks to unlock in place before paying', async () => {
  till = await openCheckout({ app: { ...scriptedApp, locked: false }, 'checkout.quote': { termsAccepted: true } })
  till.scripted.setApp({ locked: true })
  await askPrice(till)
  await pay(till)
  await till.until(() => till.field('Password'))
  till.button('Unlock and pay')
  await till.until(() =>
    expect(document.body.textContent).toContain(
      'You pay 11.05\u00a0USDC for Lumo Móvil MX$200 to Ana\u00a0· +52 55 1234 5678.',
    ),
  )
  expect(till.button('Forgot your password?').getAttribute('href')).toBe(`#/unlock?then=${checkoutPath}`)
  expect(confirms()).toEqual([])
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(confirms()).toHaveLength(1))
  await till.until(() => expect(till.path()).toMatch(/^\/purchases\//))
})

test('pays nothing behind the password once the price has expired', async () => {
  const asked = Date.now()
  // The price expires at the test's word.
  vi.useFakeTimers({ toFake: ['Date'], now: asked })
  const expiresAt = new Date(asked + 60_000).toISOString()
  till = await openCheckout({
    app: { ...scriptedApp, locked: false },
    'checkout.quote': { termsAccepted: true, expiresAt },
  })
  till.scripted.setApp({ locked: true })
  await askPrice(till)
  await pay(till)
  await till.until(() => till.field('Password'))
  vi.setSystemTime(asked + 61_000)
  await till.until(() => expect(document.body.textContent).toContain('This price has expired, and nothing is paid.'))
  expect(() => till.button('Unlock and pay')).toThrow()
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Update the price to pay.'))
  expect(confirms()).toEqual([])
})

test('folds the payment method to one row, opens it to change, and folds it after the choice', async () => {
  till = await openCheckout()
  expect(document.querySelectorAll('[role="radio"]')).toHaveLength(0)
  await till.press(/^USDC on Harbour .*Change$/)
  await till.until(() => expect(document.activeElement?.getAttribute('role')).toBe('radio'))
  till.button(/^USDC on Meadow/).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  await till.until(() => till.button(/^USDC on Meadow .*Change$/))
  expect(document.querySelectorAll('[role="radio"]')).toHaveLength(0)
})

test('folds the payment methods with Escape, and once the price is asked for', async () => {
  till = await openCheckout()
  await till.press(/^USDC on Harbour .*Change$/)
  await till.until(() => expect(document.activeElement?.getAttribute('role')).toBe('radio'))
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await till.until(() => expect(document.querySelectorAll('[role="radio"]')).toHaveLength(0))
  await till.press(/^USDC on Harbour .*Change$/)
  await till.until(() => expect(document.querySelectorAll('[role="radio"]')).not.toHaveLength(0))
  await askPrice(till)
  expect(document.querySelectorAll('[role="radio"]')).toHaveLength(0)
})

test('marks a test network only for a service of real money', async () => {
  till = await openCheckout()
  expect(till.text()).not.toContain('test network')
  till.close()
  till = await openCheckout(realMoney)
  expect(till.text()).toContain('on Harbour · test network, coins have no value')
})

test('lists an unpayable network last with its reason, and does not select it', async () => {
  till = await openCheckout()
  await till.press(/^USDC on Harbour .*Change$/)
  await till.until(() => till.button(/^Solaria/))
  const ways = [...document.querySelectorAll('[role="radio"]')]
  expect(ways.at(-1)?.textContent).toContain('Till can’t pay on this kind of network yet.')
  expect(ways.filter((paymentMethod) => paymentMethod.hasAttribute('disabled'))).toEqual(ways.slice(-1))
})

test('estimates the total on the receipt before the price, with fees once they are known', async () => {
  till = await openCheckout()
  expect(till.text()).toContain('About, before fees10.84 USDC')
  await askPrice(till)
  // The catalog's rates may come later.
  await till.until(() =>
    expect(till.text()).toContain(
      'Service fee0.21 USDCTotal11.05 USDCIn your currency≈ MX$203.88plus network fee, up to0.000105 ETH',
    ),
  )
  await till.type('Phone number', '5587654321')
  await till.until(() => expect(till.text()).toContain('About, with fees11.05 USDC'))
})

test('says about what Pay costs in the user’s money, and confirms the coins alone', async () => {
  till = await openCheckout()
  await askPrice(till)
  expect(till.text()).toContain('The price is 11.05 USDC (≈ MX$203.88).')
  await pay(till)
  expect(JSON.stringify(confirms())).not.toMatch(/MXN|203/)
})

test.each([
  ['nothing is known of it', { inMoney: null }],
  ['the amount holds the network fee, which the total does not', { payment: { shape: 'native' as const } }],
])('Pay has the coins alone where %s', async (_, quote) => {
  till = await openCheckout({ 'checkout.quote': quote })
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => till.button('Pay 11.05 USDC'))
})

test('says about what the network fee is in the user’s money, and confirms the coins alone', async () => {
  till = await openCheckout()
  await askPrice(till)
  // The rates between prices arrive after the page.
  await till.until(() => expect(till.text()).toContain('plus network fee, up to0.000105 ETH≈ MX$5.79'))
  expect(till.text()).toContain('plus up to 0.000105 ETH (≈ MX$5.79) in network fees')
  await pay(till)
  expect(JSON.stringify(confirms())).not.toMatch(/0\.3137|5\.79/)
})

test('says the network fee in its coin alone if no price of it is known', async () => {
  till = await openCheckout({ 'checkout.quote': { payment: { networkFeeInDollars: null } } })
  await askPrice(till)
  await till.until(() =>
    expect(till.text()).toContain('In your currency≈ MX$203.88plus network fee, up to0.000105 ETH'),
  )
  expect(till.text()).toContain('plus up to 0.000105 ETH in network fees')
})

test('shows the terms that the user is asked to accept', async () => {
  till = await openCheckout(realMoney)
  await askPrice(till)
  await till.press('View terms')
  await till.until(() => expect(till.text()).toContain('Sandbox has its own terms.'))
  expect(till.text()).toContain('127.0.0.1:4010')
})

test('shows a coin’s payment bounds where coins are compared and where the total is outside them', async () => {
  till = await openCheckout({
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
  till = await openCheckout({
    'countries.list': countries,
    variants: scriptedVariants.map((one) => ({ ...one, country: iso2 })),
  })
  const pattern = /(Nepal|Sri Lanka) country code\. It is \d+:\d\d [AP]M there\./
  await till.until(() => expect(till.text().replaceAll('\u202f', ' ')).toMatch(pattern))
})
