import type { Page } from '@playwright/test'
import { goTo } from '../../pages/goto.ts'
import { buy, topUp, untilStatus } from '../../support/buy.ts'
import type { SandboxControl } from '../../support/sandbox-control.ts'
import { ask, expect, password, test } from '../../support/test.ts'

/** Opens a payment on a network without new blocks. No fee action is offered for 30 seconds, so the page's clock skips them. */
async function openWaiting(page: Page, control: SandboxControl): Promise<string> {
  await control.chain('harbour', { action: 'pause-mining' })
  const id = await buy(page, topUp)
  await goTo(page, `/purchases/${id}`)
  await expect(page.getByRole('heading', { name: /^Paying for your /, level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Speed up', exact: true })).toBeHidden()
  await page.evaluate(() => {
    const real = Date.now
    Date.now = () => real() + 30_000
  })
  await expect(page.getByRole('button', { name: 'Speed up', exact: true })).toBeVisible()
  return id
}

test(
  'a waiting payment is sped up for the shown fee, and pays once',
  {
    tag: ['@status:paying', '@fee:speed-up-offered', '@fee:speed-up-sent'],
  },
  async ({ shared, control }) => {
    const { page, wallet } = shared
    const { payments } = await control.ledger(wallet)
    await control.settings({ deliverySeconds: 1 })
    const id = await openWaiting(page, control)
    const before = (await ask(page, 'purchases.get', { id })).steps[0]?.hash
    await page.getByRole('button', { name: 'Speed up', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Network fee, up to')).toBeVisible()
    await dialog.getByRole('button', { name: /^Speed up for up to 0\.\d+\sETH$/ }).click()
    await expect(page.getByText(/^Sped up at/)).toBeVisible()
    await expect
      .poll(async () => (await ask(page, 'purchases.get', { id })).steps[0]?.hash, { timeout: 15_000 })
      .not.toBe(before)
    await control.chain('harbour', { action: 'resume-mining' })
    await untilStatus(page, id, 'delivered')
    expect((await control.ledger(wallet)).payments).toHaveLength(payments.length + 1)
  },
)

test(
  'a cancel needs the password, pays nothing, and can be bought again as a new purchase',
  {
    tag: ['@status:not-paid', '@fee:cancel-offered', '@fee:cancel-sent'],
  },
  async ({ shared, control }) => {
    const { page, wallet } = shared
    const { payments } = await control.ledger(wallet)
    await control.settings({ deliverySeconds: 1 })
    const id = await openWaiting(page, control)
    await ask(page, 'vault.lock', undefined)
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: /^Cancel for up to/ }).click()
    await expect(page.getByText(/^You asked to cancel at/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Speed up', exact: true })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Speed up the cancel' })).toBeVisible()
    await control.chain('harbour', { action: 'resume-mining' })
    await expect(page.getByText(/^You cancelled this payment/)).toBeVisible({ timeout: 30_000 })
    expect((await control.ledger(wallet)).payments).toEqual(payments)
    await page.getByRole('link', { name: 'Buy again' }).click()
    await expect(page.getByText(/replaces a purchase that wasn’t paid/)).toBeVisible()
    await page.getByRole('button', { name: 'See price' }).click()
    await page.getByRole('button', { name: /^Pay \d/ }).click()
    await page.waitForURL((url) => /#\/purchases\//.test(url.hash) && !url.hash.includes(id))
    const again = page.url().split('/').at(-1) ?? ''
    await page.getByRole('link', { name: 'Replaces a purchase that wasn’t paid' }).click()
    await expect(page.getByRole('link', { name: 'Bought again here' })).toBeVisible()
    await untilStatus(page, again, 'delivered')
  },
)

test(
  'a fee that cannot be paid or comes too late is refused with a message, and nothing is signed',
  {
    tag: ['@fee:speed-up-refused', '@fee:cancel-refused'],
  },
  async ({ shared, control }) => {
    const { page, wallet } = shared
    const { payments } = await control.ledger(wallet)
    await control.settings({ deliverySeconds: 1 })
    const id = await openWaiting(page, control)
    const before = (await ask(page, 'purchases.get', { id })).steps[0]?.hash
    const dialog = page.getByRole('dialog')
    await control.chain('harbour', { action: 'set-balance', address: wallet, amount: '0.000001' })
    await page.getByRole('button', { name: 'Speed up', exact: true }).click()
    await expect(dialog.getByText(/^Add about 0\.\d+\sETH for the network fee/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Speed up for up to/ })).toBeHidden()
    await dialog.getByRole('button', { name: 'Keep waiting' }).click()

    await control.chain('harbour', { action: 'set-balance', address: wallet, amount: '1' })
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    const cancel = dialog.getByRole('button', { name: /^Cancel for up to 0\.\d+\sETH$/ })
    await expect(cancel).toBeVisible()
    await control.chain('harbour', { action: 'resume-mining' })
    await untilStatus(page, id, 'delivered')
    await cancel.click()
    await expect(dialog.getByText(/^This has changed in the meantime/)).toBeVisible()
    expect((await ask(page, 'purchases.get', { id })).steps[0]?.hash).toBe(before)
    expect((await control.ledger(wallet)).payments).toHaveLength(payments.length + 1)
  },
)
