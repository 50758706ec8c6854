import { readFile } from 'node:fs/promises'
import { buy, topUp, untilStatus } from '../support/buy.ts'
import { ask, expect, test } from '../support/test.ts'

test(
  'a registration rejected for its network appears in the rail, is saved as proof, corrected and delivered',
  {
    tag: ['@status:needs-you', '@reason:registration-rejected'],
  },
  async ({ fast, control }) => {
    const { page, wallet } = fast
    await control.settings({ dialect: { intentChain: 'chain-id' } })
    const id = await buy(page, topUp)
    await expect
      .poll(
        async () => {
          const { registration, attention } = await ask(page, 'purchases.get', { id })
          if (registration.state === 'prepared') await ask(page, 'purchases.checkNow', { id })
          return attention
        },
        { timeout: 40_000, intervals: [500] },
      )
      .toBe('registration-rejected')
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Action needed: 1' }).first()
    await entry.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Payment not accepted' })).toBeVisible()
    await page.getByRole('button', { name: 'Save proof' }).click()
    const saved = await page.getByText(/^Saved as /).textContent()
    const proof = await readFile((saved ?? '').replace('Saved as ', ''), 'utf8')
    expect(JSON.parse(proof)).toMatchObject({ purchase: { id }, registrations: [{ attempts: [{}, {}, {}] }] })
    await page.getByRole('button', { name: 'Correct the details' }).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('55 8765 4321')
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /By its number$/ })
      .click()
    await page.getByRole('button', { name: 'Report again' }).click()
    await expect(page.getByText('Reading the service’s list')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible({ timeout: 30_000 })
    await expect(entry).toBeHidden()
    await untilStatus(page, id, 'delivered')
    const { payments, registrations } = await control.ledger(wallet)
    expect([payments.length, registrations.length]).toEqual([1, 1])
    expect(registrations[0]?.reference).toContain('5587654321')
  },
)
