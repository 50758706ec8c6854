import { goTo } from '../pages/goto.ts'
import { buy, failing, untilStatus } from '../support/buy.ts'
import { ask, expect, password, test } from '../support/test.ts'

test(
  'a refund in the escrow is claimed with the password, may wait long to be mined, and settles the purchase',
  {
    tag: '@reason:claim',
  },
  async ({ ready, control, launch }) => {
    // Waits out the minutes after which Till asks the person.
    test.setTimeout(300_000)
    const { page } = ready
    await control.settings({ refunds: 'claim', deliverySeconds: 1, pricesFrozen: true })
    await ask(page, 'catalog.refresh', undefined)
    const id = await buy(page, { ...failing, networkKey: 'meadow' })
    await untilStatus(page, id, 'failed')
    const { totalAmount } = await ask(page, 'purchases.get', { id })
    await goTo(page, `/purchases/${id}`)
    const shown = new RegExp(`^Refund ready to claim: ${Number(totalAmount).toFixed(2)}\\d*\\sUSDC$`)
    await expect(page.getByText(shown)).toBeVisible({ timeout: 60_000 })
    await ask(page, 'vault.lock', undefined)
    await page.getByRole('button', { name: 'Claim refund' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await control.chain('meadow', { action: 'pause-mining' })
    await dialog.getByRole('button', { name: /^Claim for up to 0\.\d+\s/ }).click()
    await expect(page.getByText(/^Claiming .*\sUSDC, sent/)).toBeVisible()

    // A power cut follows, and the transaction is not mined for long: Till asks the person, and does not send it twice.
    await ready.kill()
    const again = await launch({ clockAheadSeconds: 16 * 60, minuteSeconds: 5 })
    await goTo(again.page, '/attention')
    const card = again.page.getByRole('listitem').filter({ hasText: 'Refund not claimed yet' })
    // After a start, Till gives the network a minute to answer, here five seconds.
    await expect(card).toBeVisible()
    await card.getByRole('link').click()
    await expect(again.page.getByText(/^Not claimed yet, sent/)).toBeVisible()
    await ask(again.page, 'vault.unlock', { password })
    await again.page.getByRole('button', { name: 'Speed up', exact: true }).click()
    await again.page.getByRole('button', { name: /^Speed up for up to 0\.\d+\s/ }).click()
    await expect(again.page.getByText(/^Claiming .*\sUSDC, sent/)).toBeVisible()
    await control.chain('meadow', { action: 'resume-mining' })
    await expect(again.page.getByText(/^The service couldn’t deliver\. You claimed/)).toBeVisible({ timeout: 120_000 })
    expect(await ask(again.page, 'purchases.get', { id })).toMatchObject({
      status: 'refunded',
      ended: true,
      refund: { state: 'seen', amount: totalAmount, missing: '0', parts: [{ evidence: 'claim' }] },
    })
    const { refunds } = await control.ledger(ready.wallet)
    expect(refunds.map(({ amount }) => Number(amount))).toEqual([Number(totalAmount)])
    expect((await ask(again.page, 'attention.list', undefined)).items).toEqual([])
  },
)
