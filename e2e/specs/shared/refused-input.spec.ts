import { CheckoutPage } from '../../pages/checkout.ts'
import { goTo } from '../../pages/goto.ts'
import { topUp } from '../../support/buy.ts'
import { ask, expect, test } from '../../support/test.ts'

const { sku } = topUp

for (const [typed, sentence] of [
  ['55 1234', /too short for Mexico/],
  ['55 1234 5678 9012', /too long for Mexico/],
  ['+1 202 555 0123', /from (the )?(United States|US).*doesn’t work there/],
  ['hello', /a phone number/],
] as const) {
  test(`the number “${typed}” gets its own message before any quote`, async ({ shared, control }) => {
    const { page } = shared
    await goTo(page, `/checkout/${sku}`)
    const checkout = new CheckoutPage(page)
    await checkout.fill('Phone number', typed)
    await page.keyboard.press('Tab')
    await expect(page.getByText(sentence).first()).toBeVisible()
    const price = page.getByRole('button', { name: 'See price' })
    if (await price.isEnabled()) await price.click()
    await expect(page.getByText(sentence).first()).toBeVisible()
    expect((await control.requests()).filter((request) => request.operation === 'createQuote')).toEqual([])
  })
}

test('a network, coin or product the service does not offer is refused by name', async ({ shared }) => {
  const { page } = shared
  const wanted = { sku, reference: '55 1234 5678', fields: {}, networkKey: 'harbour', tokenKey: 'usdc' }
  await expect(ask(page, 'checkout.quote', { ...wanted, networkKey: 'nowhere' })).rejects.toThrow('network-unknown')
  await expect(ask(page, 'checkout.quote', { ...wanted, networkKey: 'granite' })).rejects.toThrow('network-unknown')
  await expect(ask(page, 'checkout.quote', { ...wanted, tokenKey: 'gold' })).rejects.toThrow('token-unknown')
  await expect(ask(page, 'checkout.quote', { ...wanted, sku: 'nothing_XX_1-I' })).rejects.toThrow('not-found')
})
