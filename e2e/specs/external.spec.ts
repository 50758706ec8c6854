import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { payByCode, readCode } from '../../src/testing/external/pay-by-code.ts'
import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { topUp, untilStatus } from '../support/buy.ts'
import { readQr } from '../support/read-qr.ts'
import { ask, expect, test } from '../support/test.ts'

test(
  'another wallet pays by the code on the screen: first too little, then rightly while Till is killed, and only that is registered',
  { tag: '@reason:external-payment' },
  async ({ fast, launch, control }) => {
    const { page } = fast
    const account = privateKeyToAccount(generatePrivateKey())
    await ask(page, 'accounts.watch', { address: account.address })
    await ask(page, 'accounts.use', { address: account.address })
    await ask(page, 'wallet.faucet', undefined)
    await goTo(page, `/checkout/${topUp.sku}`)
    const checkout = new CheckoutPage(page)
    await checkout.fill('Phone number', topUp.reference)
    await checkout.payWith('USDC on Harbour')
    await checkout.seePrice()
    await expect(page.getByText('Till holds no key of this account.')).toBeVisible()
    await expect(checkout.pay).toHaveText(/^Pay [\d.]+ USDC \(≈ .+\) with another wallet$/)
    await checkout.confirm()
    await expect(page.getByText(/^Waiting for the payment on Harbour/)).toBeVisible()

    const text = await readQr(page.getByRole('img', { name: /^Code for a payment/ }))
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
