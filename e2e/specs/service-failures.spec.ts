import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { expectQuoteFailure } from '../support/expect-quote-failure.ts'
import { ask, expect, password, test } from '../support/test.ts'

const sku = 'nimbus-mobile_MX_20.00-I'

/** Failures that Till remembers: a saved service ends the first, but not the wait that the second asks for. */
const remembered = [
  ['403', { kind: 'status', status: 403, body: {} }, /The service refuses/],
  [
    '429',
    { kind: 'status', status: 429, headers: { 'Retry-After': '120' }, body: {} },
    /The service asked Till to wait until/,
  ],
] as const

test('failures that Till remembers, and a dialect it cannot pay, each show a message in the checkout', async ({
  ready,
  control,
}) => {
  const { page } = ready
  const checkout = new CheckoutPage(page)
  const profile = await ask(page, 'profile.get', undefined)
  await test.step('a refused token is not used again, and the shop works without it', async () => {
    await control.fault({ operation: 'createQuote', times: 1, kind: 'status', status: 401, body: {} })
    await goTo(page, '/shop')
    await goTo(page, `/checkout/${sku}`)
    await checkout.fill('Phone number', '55 1234 5678')
    await checkout.seePrice()
    await expect(page.getByText('The service rejected the token')).toBeVisible()
    await expect(checkout.pay).toBeVisible()
    expect((await ask(page, 'app.get', undefined)).profile?.tokenRefused).toBe(true)
  })

  await test.step('the alternate dialect shows a price and says that it cannot be paid', async () => {
    await ask(page, 'profile.save', { ...profile, quoteDialect: 'alternate', password })
    await goTo(page, '/shop')
    await goTo(page, `/checkout/${sku}`)
    await checkout.fill('Phone number', '55 1234 5678')
    await checkout.seePrice()
    await expect(page.getByText('Till can’t pay it')).toBeVisible()
    await expect(checkout.pay).toBeHidden()
  })

  for (const [name, fault, sentence] of remembered) {
    await test.step(`a quote answered with ${name} shows a message, keeps the typed number and pays nothing`, async () => {
      await ask(page, 'profile.save', { ...profile, password })
      await control.clearFaults()
      await goTo(page, '/shop')
      await expectQuoteFailure(ready, control, fault, sentence)
    })
  }
})
