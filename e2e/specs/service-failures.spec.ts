import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { expectQuoteFailure } from '../support/expect-quote-failure.ts'
import { ask, expect, password, test } from '../support/test.ts'

const sku = 'nimbus-mobile_MX_20.00-I'

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
  test(`a quote answered with ${name} shows a message, keeps the typed number and pays nothing`, async ({
    ready,
    control,
  }) => {
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
