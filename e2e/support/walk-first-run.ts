import { expect, type Page } from '@playwright/test'
import { Frame } from '../pages/frame.ts'
import { WelcomePage } from '../pages/welcome.ts'
import { ask } from './ask.ts'
import type { SandboxControl } from './sandbox-control.ts'
import type { CheckScreen } from './check-screen.ts'

/** Walks from the first screen to a shop whose catalog is still loading, through every step and its problems. */
export async function walkFirstRun(
  page: Page,
  control: SandboxControl,
  password: string,
  checkScreen: CheckScreen,
): Promise<void> {
  const welcome = new WelcomePage(page)
  await expect(page.getByRole('heading', { name: 'Where are you?' })).toBeVisible()
  await checkScreen('country')
  await seeCountries(page, checkScreen)
  await welcome.chooseCountry()
  await expect(page.getByRole('heading', { name: 'Choose a service' })).toBeVisible()
  await checkScreen('service')
  await seeOtherService(page, checkScreen)
  await page.getByRole('radio', { name: /^Try it with play money/ }).click()
  await page.getByRole('button', { name: 'Test the service', exact: true }).click()
  await expect(page.getByText('The service works')).toBeVisible()
  await checkScreen('service, tested')

  await control.fault({ operation: 'listProducts', kind: 'timeout' })
  await welcome.usePlayMoney()
  await seeRestore(page, checkScreen)
  await page.getByRole('textbox', { name: 'New password' }).fill('till')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('tall')
  await expect(page.getByText('The passwords don’t match.')).toBeVisible()
  await checkScreen('password, weak and not repeated')
  await welcome.choosePassword(password)
  await expect(page.getByRole('button', { name: 'Show the words' })).toBeVisible()
  await checkScreen('recovery phrase, covered')
  await page.getByRole('button', { name: 'Show the words' }).click()
  await checkScreen('recovery phrase, shown')
  await page.getByRole('button', { name: 'Cover now' }).click()
  const words = await welcome.readWords()
  await welcome.confirmWritten()
  await checkScreen('backup check')
  await welcome.answerCheck(words.map(() => 'zoo'))
  await expect(page.getByText('At least one word is wrong')).toBeVisible()
  await checkScreen('backup check, wrong')
  await welcome.answerCheck(words)
  await page.waitForURL(/#\/shop/)
  await seeFirstLoad(page, control, checkScreen)
}

async function seeCountries(page: Page, checkScreen: CheckScreen): Promise<void> {
  await page.getByRole('searchbox').fill('gu')
  await expect(page.getByRole('button', { name: /^Guatemala/ })).toBeVisible()
  await checkScreen('country, searched')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: /^All \d+ countries$/ }).click()
  await expect(page.getByRole('button', { name: /^Zimbabwe/ })).toBeAttached()
  await checkScreen('country, all')
}

async function seeOtherService(page: Page, checkScreen: CheckScreen): Promise<void> {
  await page.getByRole('radio', { name: /^Another service/ }).click()
  await page.getByText('More settings').click()
  await page.getByRole('button', { name: 'Test the service', exact: true }).click()
  await expect(page.getByText('Enter your partner name.')).toBeVisible()
  await checkScreen('service, another, not filled in')
}

async function seeRestore(page: Page, checkScreen: CheckScreen): Promise<void> {
  await page.getByRole('link', { name: /Restore from a recovery phrase/ }).click()
  await expect(page.getByRole('textbox', { name: /Your recovery phrase/ })).toBeVisible()
  await checkScreen('restore')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
}

async function seeFirstLoad(page: Page, control: SandboxControl, checkScreen: CheckScreen): Promise<void> {
  await expect(page.getByText('Loading the catalog for the first time.')).toBeVisible()
  await checkScreen('shop, first load')
  await new Frame(page).go('Purchases')
  await expect(page.getByRole('heading', { name: 'No purchases yet' })).toBeVisible()
  await checkScreen('purchases, empty')
  await control.fault({ operation: 'listProducts', times: 20, kind: 'status', status: 500, body: 'oops' })
  // Saving the service again aborts the request that would delay this.
  await ask(page, 'profile.save', 'sandbox')
  await new Frame(page).go('Shop')
  await expect(page.getByRole('heading', { name: 'The catalog couldn’t be loaded' })).toBeVisible()
  await checkScreen('shop, first load failed')
}
