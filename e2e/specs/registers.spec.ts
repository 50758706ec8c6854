import { readFile } from 'node:fs/promises'
import { goTo } from '../pages/goto.ts'
import { openSecondTill } from '../support/second-till.ts'
import { expect, test } from '../support/test.ts'

const topUp = { sku: 'nimbus-mobile_MX_20.00-I', fiatCurrency: 'MXN', reference: '+525512345678' }
const failing = { sku: 'sandbox_US_1.00-I', fiatCurrency: 'USD', reference: 'ines@example.org' }

test('a manager follows two registers by address: their sales, their failures and the payments', async ({
  fast,
  sandbox,
  launch,
}) => {
  const [oaxaca, puebla] = [await openSecondTill(sandbox), await openSecondTill(sandbox)]
  const hash = await oaxaca.buy(topUp)
  await oaxaca.buy(topUp)
  await puebla.buy(failing)

  const { page } = fast
  await goTo(page, '/settings/point-of-sale')
  await page.getByRole('link', { name: /^Other registers/ }).click()
  await expect(page.getByRole('heading', { name: 'No other registers yet' })).toBeVisible()
  const dialog = page.getByRole('dialog')
  const add = async (name: string, address: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add register' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Wallet address').fill(address)
    await page.keyboard.press('Enter')
  }
  await add('Oaxaca', oaxaca.address.slice(0, -1))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Wallet address').fill(oaxaca.address)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await add('Puebla', puebla.address)
  await expect(dialog).toBeHidden()

  const rows = page.getByRole('list', { name: 'Other registers' }).getByRole('link')
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(rows.first()).toContainText('2 sales', { timeout: 2000 })
    await expect(rows.first()).not.toContainText('on their way', { timeout: 500 })
    await expect(rows.last()).toContainText(/1 (failed|refunded)/, { timeout: 2000 })
  }).toPass({ timeout: 30_000, intervals: [1500] })
  await expect(rows.first()).toContainText('MX$40.00')
  await expect(rows.last()).toContainText('No sales')

  await rows.first().click()
  const purchases = page.getByRole('list', { name: 'Purchases' }).getByRole('listitem')
  await expect(purchases).toHaveCount(2)
  await purchases.last().getByRole('button').click()
  await expect(purchases.last()).toContainText(hash)
  await page.getByRole('button', { name: 'Export' }).click()
  await dialog.getByRole('button', { name: 'Save file' }).click()
  const saved = await page.getByText(/Export saved: /).textContent()
  const file = await readFile((saved ?? '').replace(/^.*saved: /, '').trim(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(3)
  expect(file).toContain(hash)

  await fast.kill()
  const again = await launch()
  await expect(again.page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
  await goTo(again.page, '/sales/registers')
  await expect(again.page.getByRole('list', { name: 'Other registers' }).getByRole('link').first()).toContainText(
    '2 sales',
  )
})
