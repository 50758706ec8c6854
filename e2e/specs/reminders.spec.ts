import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayAt, stepPeriod } from '../../src/shared/periods.ts'
import { CheckoutPage } from '../pages/checkout.ts'
import { Frame } from '../pages/frame.ts'
import { goTo } from '../pages/goto.ts'
import { buy, topUp, untilStatus } from '../support/buy.ts'
import { ask, expect, password, test } from '../support/test.ts'

test('a reminder survives a crash, leads to the checkout, and is handled by the payment even if Till dies then', async ({
  fast,
  control,
  launch,
  dataDir,
}) => {
  const { page } = fast
  const id = await buy(page, topUp)
  await untilStatus(page, id, 'delivered')
  await goTo(page, `/purchases/${id}`)
  await page.getByRole('button', { name: 'Remind me' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Every month' }).click()
  await page.getByRole('button', { name: 'Save reminder' }).click()
  await expect(page.getByRole('button', { name: /^Reminder: / })).toBeVisible()
  // One that is due already.
  const lastDay = stepPeriod(dayAt(Date.now()), 1)
  await ask(page, 'reminders.set', { purchaseId: id, schedule: { kind: 'end', lastDay, daysBefore: 3 } })
  await fast.kill()
  for (const file of ['ledger.db', 'ledger.db-wal']) {
    const bytes = await readFile(join(dataDir, file)).catch(() => Buffer.alloc(0))
    expect(bytes.includes(lastDay)).toBe(false)
  }

  const asked = (await control.requests()).length
  const again = await launch()
  const due = again.page.getByRole('region', { name: 'Time to buy again' })
  await goTo(again.page, '/purchases')
  await expect(due.getByRole('listitem')).toHaveCount(1)
  await new Frame(again.page).unlock(password)
  await goTo(again.page, '/purchases')
  expect((await control.requests()).slice(asked).some(({ operation }) => operation === 'createQuote')).toBe(false)
  await due.getByRole('link', { name: /^Buy again/ }).click()
  await expect(again.page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(/1234 ?5678/)
  const checkout = new CheckoutPage(again.page)
  await checkout.seePrice()
  await checkout.confirm()
  await again.kill()

  const last = (await launch()).page
  await goTo(last, '/purchases')
  await expect(last.getByRole('link', { name: /Nimbus/ }).first()).toBeVisible()
  expect((await ask(last, 'purchases.list', {})).total).toBe(2)
  await expect(last.getByRole('region', { name: 'Time to buy again' })).toHaveCount(0)
  expect((await ask(last, 'reminders.list', undefined)).filter(({ dueOn }) => dueOn <= dayAt(Date.now()))).toEqual([])
})
