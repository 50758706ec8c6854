import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import type { ReadyTill } from '../support/ready-till.ts'
import type { SandboxControl } from '../support/sandbox-control.ts'
import { ask, expect, password, test } from '../support/test.ts'

const sku = 'nimbus-mobile_MX_20.00-I'

/** Every failure of the service while it is asked for a price, with Till's message. */
const badQuotes = [
  ['500', { kind: 'status', status: 500, body: 'oops' }, /The service has a problem/],
  [
    '502 with an HTML page',
    { kind: 'status', status: 502, body: '<html>bad gateway</html>' },
    /The service has a problem/,
  ],
  [
    '400',
    { kind: 'status', status: 400, body: { errorCode: 'BAD', message: 'no' } },
    /The service rejected this request/,
  ],
  ['a reset connection', { kind: 'reset' }, /no connection to the service|has a problem|took too long to answer/],
  ['truncated JSON', { kind: 'truncated-json' }, /doesn’t understand the service’s answer/],
  ['wrong types', { kind: 'wrong-types' }, /doesn’t understand|Till won’t sign/],
  [
    'a redirect elsewhere',
    { kind: 'redirect', location: 'https://example.org/' },
    /doesn’t understand|trouble|rejected this request/,
  ],
] as const

const outcome = 'shows a message, keeps the typed number and pays nothing'

for (const [name, fault, sentence] of badQuotes) {
  test(`a quote answered with ${name} ${outcome}`, async ({ shared, control }) => {
    await expectQuoteFailure(shared, control, fault, sentence)
  })
}

/** Quotes whose payment differs from what they say. */
const lies = [
  ['another amount', { call: { kind: 'transfer', units: '999000000' } }],
  ['native coins as well', { transactionRequest: { value: '0x1' } }],
  ['an approval', { call: { kind: 'approve', spender: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } }],
  ['another chain', { transactionRequest: { chainId: 1 } }],
  ['another product', { quote: { sku: 'peepaltel_IN_100.00-I' } }],
] as const

for (const [name, override] of lies) {
  test(`a quote that asks for ${name} is refused with a reason`, async ({ shared, control }) => {
    const { page } = shared
    const checkout = new CheckoutPage(page)
    await goTo(page, `/checkout/${sku}`)
    await checkout.fill('Phone number', '55 1234 5678')
    await control.quote(override)
    await checkout.seePrice()
    await expect(page.getByText(/Till won’t sign this payment/)).toBeVisible()
    await expect(checkout.pay).toBeHidden()
  })
}

test('a failed refresh keeps yesterday’s catalog on sale', async ({ shared, control }) => {
  const { page } = shared
  await goTo(page, '/shop')
  await expect(page.getByRole('list', { name: 'Brands' })).toBeVisible()
  await control.fault({ operation: 'listProducts', times: 5, kind: 'status', status: 500, body: 'oops' })
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect(page.getByText(/Showing the saved catalog/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Brands' }).getByRole('link').first()).toBeVisible()
})

/** Failures that Till remembers for a while, so these tests have a Till of their own. */
const remembered = [
  [
    '429',
    { kind: 'status', status: 429, headers: { 'Retry-After': '120' }, body: {} },
    /The service asked Till to wait until/,
  ],
  ['403', { kind: 'status', status: 403, body: {} }, /The service refuses/],
] as const

for (const [name, fault, sentence] of remembered) {
  test(`a quote answered with ${name} ${outcome}`, async ({ ready, control }) => {
    await expectQuoteFailure(ready, control, fault, sentence)
  })
}

test('a refused token is not used again, and the shop works without it', async ({ ready, control }) => {
  const { page } = ready
  await control.fault({ operation: 'createQuote', times: 1, kind: 'status', status: 401, body: {} })
  const checkout = new CheckoutPage(page)
  await goTo(page, `/checkout/${sku}`)
  await checkout.fill('Phone number', '55 1234 5678')
  await checkout.seePrice()
  await expect(page.getByText('The service rejected the token')).toBeVisible()
  await expect(checkout.pay).toBeVisible()
  expect((await ask(page, 'app.get', undefined)).profile?.tokenRefused).toBe(true)
})

test('the alternate dialect shows a price and says that it cannot be paid', async ({ ready, control }) => {
  void control
  const { page } = ready
  const profile = await ask(page, 'profile.get', undefined)
  await ask(page, 'profile.save', { ...profile, quoteDialect: 'alternate', password })
  const checkout = new CheckoutPage(page)
  await goTo(page, `/checkout/${sku}`)
  await checkout.fill('Phone number', '55 1234 5678')
  await checkout.seePrice()
  await expect(page.getByText('Till can’t pay it')).toBeVisible()
  await expect(checkout.pay).toBeHidden()
})

async function expectQuoteFailure(
  { page, wallet }: ReadyTill,
  control: SandboxControl,
  fault: { readonly kind: string },
  sentence: RegExp,
): Promise<void> {
  const checkout = new CheckoutPage(page)
  await goTo(page, `/checkout/${sku}`)
  await checkout.fill('Phone number', '55 1234 5678')
  await control.fault({ operation: 'createQuote', times: 5, ...fault })
  await checkout.seePrice()
  await expect(page.getByText(sentence).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(/55 ?1234 ?5678/)
  await expect(checkout.pay).toBeHidden()
  expect((await control.ledger(wallet)).payments).toEqual([])
}
