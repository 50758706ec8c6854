import { CheckoutPage } from '../../pages/checkout.ts'
import { goTo } from '../../pages/goto.ts'
import { topUp } from '../../support/buy.ts'
import { expectQuoteFailure } from '../../support/expect-quote-failure.ts'
import { expect, test } from '../../support/test.ts'

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
  ['a reset connection', { kind: 'reset' }, /no connection|has a problem|took too long to answer/],
  ['truncated JSON', { kind: 'truncated-json' }, /doesn’t understand the service’s answer/],
  ['wrong types', { kind: 'wrong-types' }, /doesn’t understand|Till won’t sign/],
  [
    'a redirect elsewhere',
    { kind: 'redirect', location: 'https://example.org/' },
    /doesn’t understand|trouble|rejected this request/,
  ],
] as const

for (const [name, fault, sentence] of badQuotes) {
  test(`a quote answered with ${name} shows a message, keeps the typed number and pays nothing`, async ({
    shared,
    control,
  }) => {
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
    await goTo(page, `/checkout/${topUp.sku}`)
    await checkout.fill('Phone number', '55 1234 5678')
    await control.quote(override)
    await checkout.seePrice()
    await expect(page.getByText(/Till won’t sign this payment/)).toBeVisible()
    await expect(checkout.pay).toBeHidden()
  })
}
