import { expect, type Page } from '@playwright/test'
import { goTo } from '../pages/goto.ts'
import type { CheckScreen } from './check-screen.ts'

/** Follows the register with a wallet's address, which made a sale, and checks its screens. */
export async function walkRegisters(page: Page, address: string, checkScreen: CheckScreen): Promise<void> {
  await goTo(page, '/sales/registers')
  await expect(page.getByRole('heading', { name: 'No other registers yet' })).toBeVisible()
  await checkScreen('other registers, none')
  await page.getByRole('button', { name: 'Add register' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Oaxaca')
  await dialog.getByLabel('Wallet address').fill(address.slice(0, -1))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await checkScreen('other registers, adding one')
  await dialog.getByLabel('Wallet address').fill(address)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const row = page.getByRole('list', { name: 'Other registers' }).getByRole('link')
  await expect(row).toContainText('1 sale')
  await checkScreen('other registers')
  await row.click()
  const purchase = page.getByRole('list', { name: 'Purchases' }).getByRole('listitem')
  await purchase.getByRole('button').click()
  await expect(purchase).toContainText('0x')
  await checkScreen('another register')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(dialog).toBeVisible()
  await checkScreen('another register, export')
  await page.keyboard.press('Escape')
}
