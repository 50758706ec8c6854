import { expect, type Page } from '@playwright/test'
import { Frame } from '../pages/frame.ts'
import { WelcomePage } from '../pages/welcome.ts'
import { ask } from './ask.ts'
import type { SandboxControl } from './sandbox-control.ts'
import type { See } from './see.ts'

/** Walks from the first screen to a shop whose catalog is still loading, through every step and its problems. */
export async function walkFirstRun(page: Page, control: SandboxControl, password: string, see: See): Promise<void> {
  const welcome = new WelcomePage(page)
  await expect(page.getByRole('link', { name: 'Set up Till' })).toBeVisible()
  await see('welcome')
  await welcome.start()
  await expect(page.getByRole('heading', { name: 'Choose a service' })).toBeVisible()
  await see('service')
  await seeOtherService(page, see)
  await page.getByRole('radio', { name: /^Try it with play money/ }).click()
  await page.getByRole('button', { name: 'Test the service', exact: true }).click()
  await expect(page.getByText('The service works')).toBeVisible()
  await see('service, tested')

  await control.fault({ operation: 'listProducts', kind: 'timeout' })
  await welcome.usePlayMoney()
  await see('new or restored')
  await seeRestore(page, see)
  await welcome.chooseNewWallet()
  await page.getByRole('textbox', { name: 'New password' }).fill('till')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('tall')
  await expect(page.getByText('The passwords don’t match.')).toBeVisible()
  await see('password, weak and not repeated')
  await welcome.choosePassword(password)
  const words = await welcome.readWords()
  await see('recovery phrase')
  await welcome.confirmWritten()
  await see('backup check')
  await welcome.answerCheck(words.map(() => 'zoo'))
  await expect(page.getByText('At least one word is wrong')).toBeVisible()
  await see('backup check, wrong')
  await welcome.answerCheck(words)
  await page.waitForURL(/#\/shop/)
  await seeFirstLoad(page, control, see)
}

async function seeOtherService(page: Page, see: See): Promise<void> {
  await page.getByRole('radio', { name: /^Another service/ }).click()
  await page.getByText('More settings').click()
  await page.getByRole('button', { name: 'Test the service', exact: true }).click()
  await expect(page.getByText('Enter your partner name.')).toBeVisible()
  await see('service, another, not filled in')
}

async function seeRestore(page: Page, see: See): Promise<void> {
  await page.getByRole('link', { name: /Restore from a recovery phrase/ }).click()
  await expect(page.getByRole('textbox', { name: /Your recovery phrase/ })).toBeVisible()
  await see('restore')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
}

async function seeFirstLoad(page: Page, control: SandboxControl, see: See): Promise<void> {
  await expect(page.getByText('Loading the catalog for the first time.')).toBeVisible()
  await see('shop, first load')
  await new Frame(page).go('Purchases')
  await expect(page.getByRole('heading', { name: 'No purchases yet' })).toBeVisible()
  await see('purchases, empty')
  await control.fault({ operation: 'listProducts', times: 20, kind: 'status', status: 500, body: 'oops' })
  // Saving the service again aborts the request that would delay this.
  await ask(page, 'profile.save', 'sandbox')
  await new Frame(page).go('Shop')
  await expect(page.getByRole('heading', { name: 'The catalog couldn’t be loaded' })).toBeVisible()
  await see('shop, first load failed')
}
