import type { Locator, Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { payByCode, readCode } from '../../src/testing/external/pay-by-code.ts'
import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { topUp, untilStatus } from '../support/buy.ts'
import { readQr } from '../support/read-qr.ts'
import { ask, expect, test } from '../support/test.ts'

/** Watches a new account with play money, whose key only the test has, and uses it. */
async function watchNewAccount(page: Page): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await ask(page, 'accounts.watch', { address: account.address })
  await ask(page, 'accounts.use', { address: account.address })
  await ask(page, 'wallet.faucet', undefined)
  return account
}

const codeOn = (page: Page): Locator => page.getByRole('img', { name: /^Code for a payment/ })

test(
  'another wallet pays by the code on the screen: first too little, then rightly while Till is killed, and only that is registered',
  { tag: '@reason:external-payment' },
  async ({ fast, launch, control }) => {
    const { page } = fast
    const account = await watchNewAccount(page)
    await goTo(page, `/checkout/${topUp.sku}`)
    const checkout = new CheckoutPage(page)
    await checkout.fill('Phone number', topUp.reference)
    await checkout.payWith('USDC on Harbour')
    await checkout.seePrice()
    await expect(page.getByText('Till holds no key of this account.')).toBeVisible()
    await expect(checkout.pay).toHaveText(/^Pay [\d.]+\sUSDC \(≈\s.+\) with another wallet$/)
    await checkout.confirm()
    await expect(page.getByText(/^Waiting for the payment on Harbour/)).toBeVisible()

    const text = await readQr(codeOn(page))
    const rpcUrl = await control.rpcUrl('harbour')
    const { units } = readCode(text)
    const little = await payByCode(rpcUrl, account, text, { units: units - 1n })
    const question = page.getByRole('listitem').filter({ hasText: 'Less arrived than was asked for' })
    await expect(question).toContainText(little)
    await goTo(page, '/attention')
    await page.getByRole('link', { name: 'Look and answer' }).click()
    await question.getByRole('button', { name: 'It isn’t for this purchase' }).click()
    await expect(question).toBeHidden()

    await fast.kill()
    const hash = await payByCode(rpcUrl, account, text)
    const again = (await launch()).page
    await goTo(again, '/purchases')
    await again.getByRole('main').locator('a[href^="#/purchases/"]:not([href*="external"])').first().click()
    await again.waitForURL(/#\/purchases\/[0-9a-f-]{36}$/)
    const id = again.url().split('/').at(-1) ?? ''
    await untilStatus(again, id, 'delivered')
    const { payments, registrations } = await control.ledger(account.address)
    expect(payments.map((one) => one.hash)).toContain(hash)
    expect(registrations).toHaveLength(1)
    const { steps } = await ask(again, 'purchases.get', { id })
    expect(steps.map((step) => step.hash)).toEqual([hash])
  },
)

test('a network that is paid through a contract is refused with the reason, and two payments of the same amount are kept apart', async ({
  fast,
  control,
}) => {
  const { page } = fast
  await control.settings({ pricesFrozen: true })
  const account = await watchNewAccount(page)
  const checkout = new CheckoutPage(page)
  await goTo(page, `/checkout/${topUp.sku}`)
  await checkout.fill('Phone number', '55 1234 5678')
  await checkout.payWith('USDC on Meadow')
  await checkout.seePrice()
  const reason = page.getByText(/^Till can only follow a plain transfer from a watch-only account/)
  await expect(reason).toBeVisible()
  await expect(checkout.pay).toBeHidden()

  const purchases: string[] = []
  for (const number of ['55 1234 5678', '55 8765 4321']) {
    await goTo(page, `/checkout/${topUp.sku}`)
    await checkout.fill('Phone number', number)
    await checkout.payWith('USDC on Harbour')
    await checkout.seePrice()
    await checkout.confirm()
    await expect(reason).toBeHidden()
    await expect(codeOn(page)).toBeVisible()
    purchases.push(page.url().split('/').at(-1) ?? '')
  }
  const [first = '', second = ''] = purchases
  await expect(page.getByText(/^One more purchase waits for exactly this amount\./)).toBeVisible()

  // Its text is the first one's too, so nobody but the person knows which was paid.
  const text = await readQr(codeOn(page))
  const rpcUrl = await control.rpcUrl('harbour')
  const hash = await payByCode(rpcUrl, account, text)
  const question = page.getByRole('listitem').filter({ hasText: 'Two purchases wait for this amount' })
  await expect(question).toContainText(hash)
  expect((await control.ledger(account.address)).registrations).toEqual([])
  await question.getByRole('button', { name: 'It’s for this purchase' }).click()
  await page.waitForURL(new RegExp(`#/purchases/${second}$`))
  await untilStatus(page, second, 'delivered')
  await goTo(page, `/purchases/external/${first}`)
  await expect(page.getByText(/^Waiting for the payment on Harbour/)).toBeVisible()
  await expect(question).toBeHidden()
  expect(await readQr(codeOn(page))).toBe(text)
  const other = await payByCode(rpcUrl, account, text)
  await page.waitForURL(new RegExp(`#/purchases/${first}$`))
  await untilStatus(page, first, 'delivered')
  for (const [id, number, paidBy] of [
    [first, '+525512345678', other],
    [second, '+525587654321', hash],
  ] as const) {
    const { reference, steps } = await ask(page, 'purchases.get', { id })
    expect([reference, ...steps.map((step) => step.hash)]).toEqual([number, paidBy])
  }
  expect((await control.ledger(account.address)).registrations).toHaveLength(2)
})
