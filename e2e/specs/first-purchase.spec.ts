import { CheckoutPage } from '../pages/checkout.ts'
import { Frame } from '../pages/frame.ts'
import { WalletPage } from '../pages/wallet.ts'
import { WelcomePage } from '../pages/welcome.ts'
import { goTo } from '../pages/goto.ts'
import { buy, topUp, untilStatus } from '../support/buy.ts'
import { everyWindow, ask, expect, password, test } from '../support/test.ts'

test(
  'a newcomer creates a wallet, finds a top-up, pays for it and sees it delivered',
  { tag: everyWindow },
  async ({ till, control }) => {
    const { page } = till
    const [welcome, frame, wallet, checkout] = [
      new WelcomePage(page),
      new Frame(page),
      new WalletPage(page),
      new CheckoutPage(page),
    ]
    await welcome.chooseCountry()
    await welcome.usePlayMoney()
    await welcome.choosePassword(password)
    const words = await welcome.readWords()
    await welcome.confirmWritten()
    await welcome.answerCheck(words)
    await page.waitForURL(/#\/shop/)

    await frame.go('Wallet')
    await wallet.getPlayMoney()
    await expect(wallet.holding('USDC', 'Harbour')).toContainText('500.00')

    await frame.search('nimbus mexico 20')
    await page.getByRole('link', { name: /Nimbus Mobile Mexico .* MX\$20\b/ }).click()
    await checkout.fill('Phone number', '55 1234 5678')
    await checkout.payWith('USDC on Harbour')
    await checkout.seePrice()
    await checkout.confirm()
    await expect(page.getByText('You can close Till. Nothing is lost.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'MX$20 delivered to +52 55 1234 5678', level: 1 })).toBeVisible({
      timeout: 30_000,
    })

    const [account] = await ask(page, 'accounts.list', undefined)
    const witness = await control.ledger(account?.address ?? '')
    expect(witness.payments).toHaveLength(1)
    expect(witness.registrations).toMatchObject([{ status: 'SUCCESS' }])
  },
)

test('a number one slip from one that was topped up twice is asked about before its price is', async ({ fast }) => {
  const { page } = fast
  for (const _ of [1, 2]) await untilStatus(page, await buy(page, topUp), 'delivered')
  const checkout = new CheckoutPage(page)
  const number = page.getByRole('textbox', { name: 'Phone number' })
  const question = page.getByText(/^Almost the same as \+52 55 1234 5678, which you bought for 2 times/)

  await goTo(page, `/checkout/${topUp.sku}`)
  await checkout.fill('Phone number', '55 1234 5687')
  await expect(question).toBeVisible()
  await checkout.seePrice()
  await expect(checkout.pay).toBeHidden()
  await page.getByRole('button', { name: 'Use +52 55 1234 5678' }).click()
  await expect(question).toBeHidden()
  expect((await number.inputValue()).replace(/\D/g, '')).toContain('5512345678')
})
