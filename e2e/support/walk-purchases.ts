import { expect, type Page } from '@playwright/test'
import { goTo } from '../pages/goto.ts'
import { PurchasesPage } from '../pages/purchases.ts'
import { ask } from './ask.ts'
import { buy, failing, topUp, untilStatus } from './buy.ts'
import type { SandboxControl } from './sandbox-control.ts'
import type { CheckScreen } from './check-screen.ts'

/** Walks through purchases in every state, made on real chains by a Till that polls every second, and their list. */
export async function walkPurchases(page: Page, control: SandboxControl, checkScreen: CheckScreen): Promise<void> {
  // Slow purchases start first.
  await control.settings({ refunds: false })
  const failed = await buy(page, { ...failing, networkKey: 'meadow' })
  await untilRegistered(page, failed)
  await control.settings({ deliverySeconds: 600 })
  const delivered = await seeMoving(page, control, checkScreen)
  await untilStatus(page, failed, 'failed')
  await control.settings({ deliverySeconds: 1, refunds: true })
  const refunded = await buy(page, { ...failing, networkKey: 'meadow' })
  await seeDelivered(page, control, delivered, checkScreen)
  await untilRegistered(page, refunded)
  const change = { operation: 'registerTransaction', kind: 'patch', changes: { sku: 'something-else_MX_1-I' } }
  await control.fault(change)
  const otherwise = await buy(page, topUp)
  await seeFailed(page, failed, checkScreen)
  await untilStatus(page, otherwise, 'needs-you')
  await open(page, otherwise, /^The service recorded your /)
  await checkScreen('purchase, needs you')
  await seeAttention(page, checkScreen)
  await untilStatus(page, refunded, 'refunded')
  await open(page, refunded, / came back$/)
  await checkScreen('purchase, refunded')
  await seeList(page, checkScreen)
}

async function seeMoving(page: Page, control: SandboxControl, checkScreen: CheckScreen): Promise<string> {
  await control.chain('harbour', { action: 'pause-mining' })
  const id = await buy(page, topUp)
  await open(page, id, /^Paying for your /)
  await checkScreen('purchase, paying')
  await control.chain('harbour', { action: 'resume-mining' })
  await untilRegistered(page, id)
  await open(page, id, / on its way to /)
  await checkScreen('purchase, on its way')
  return id
}

async function seeDelivered(page: Page, control: SandboxControl, id: string, checkScreen: CheckScreen): Promise<void> {
  await control.advance(600)
  await ask(page, 'purchases.checkNow', { id })
  await untilStatus(page, id, 'delivered')
  await open(page, id, / delivered to /)
  await page.getByText('Technical details', { exact: true }).click()
  await checkScreen('purchase, delivered')
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByRole('textbox', { name: 'Tags' }).fill('family')
  await checkScreen('purchase, adding a note')
  await page.keyboard.press('Escape')
}

async function seeFailed(page: Page, id: string, checkScreen: CheckScreen): Promise<void> {
  await open(page, id, / owed to you$/)
  await checkScreen('purchase, failed')
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkScreen('purchase, waiting for the refund no longer')
  await page.getByRole('button', { name: 'Cancel' }).click()
}

async function seeAttention(page: Page, checkScreen: CheckScreen): Promise<void> {
  await goTo(page, '/attention')
  await expect(page.getByRole('heading', { name: 'Action needed', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await checkScreen('inbox')
}

async function seeList(page: Page, checkScreen: CheckScreen): Promise<void> {
  const purchases = new PurchasesPage(page)
  await goTo(page, '/purchases')
  await expect(purchases.rows).toHaveCount(4)
  await checkScreen('purchases')
  await purchases.filter('Delivered')
  await expect(purchases.rows).toHaveCount(1)
  await checkScreen('purchases, filtered')
  await purchases.search('qwxyz')
  await expect(page.getByRole('heading', { name: 'No purchases found' })).toBeVisible()
  await checkScreen('purchases, none found')
  await purchases.search('')
  await purchases.rows.first().waitFor()
  await page.getByRole('button', { name: 'Export…' }).click()
  await page.getByRole('radio', { name: 'In full' }).click()
  await checkScreen('purchases, exporting')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Spending' }).click()
  await expect(page.getByRole('table').first()).toBeVisible()
  await checkScreen('spending')
  await goTo(page, '/spending?month=2020-01')
  await expect(page.getByRole('heading', { name: 'Nothing bought in this month' })).toBeVisible()
  await checkScreen('spending, none')
  await goTo(page, '/purchases/0b6c1f5e-6a53-4c0f-9a10-000000000001')
  await expect(page.getByRole('heading', { name: 'Purchase not found' })).toBeVisible()
  await checkScreen('purchase, gone')
  await goTo(page, '/shop')
  await expect(page.getByRole('heading', { name: 'Buy again' })).toBeVisible()
  await checkScreen('shop, with earlier purchases')
}

async function open(page: Page, id: string, title: RegExp): Promise<void> {
  await goTo(page, `/purchases/${id}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

async function untilRegistered(page: Page, id: string): Promise<void> {
  const state = async (): Promise<string> => (await ask(page, 'purchases.get', { id })).registration.state
  await expect.poll(state, { timeout: 30_000, intervals: [250] }).toBe('registered')
}
