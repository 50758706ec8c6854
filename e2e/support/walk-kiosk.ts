import { expect, type Page } from '@playwright/test'
import { goTo } from '../pages/goto.ts'
import { ask } from './ask.ts'
import type { CheckScreen } from './check-screen.ts'

/** Turns shop mode on and checks all of its screens. */
export async function walkKiosk(page: Page, password: string, checkScreen: CheckScreen): Promise<void> {
  await goTo(page, '/settings/shop')
  await page.getByRole('radio', { name: 'Network printer' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Abarrotes Lupita y Compañía de Responsabilidad Limitada')
  await checkScreen('the shop’s receipt')
  await goTo(page, '/settings/people')
  await expect(page.getByText('No clerks yet')).toBeVisible()
  await checkScreen('people, none')
  await page.getByRole('button', { name: 'Add clerk' }).click()
  await checkScreen('adding a clerk')
  await page.keyboard.press('Escape')
  for (const [name, colour] of [
    ['Maximiliana Hohenzollern-Sigmaringen', 'rose'],
    ['Ana', 'teal'],
  ] as const)
    await ask(page, 'clerks.add', { name, colour, pin: '4711' })
  await goTo(page, '/settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await goTo(page, '/settings/people')
  await expect(page.getByText('Ana', { exact: true })).toBeVisible()
  await checkScreen('people')
  await page.getByRole('button', { name: 'Turn on shop mode' }).click()
  await checkScreen('turning on shop mode')
  await page.keyboard.press('Escape')
  await ask(page, 'kiosk.turnOn', { password })
  await page.getByRole('button', { name: 'Switch user' }).click()
  await expect(page.getByRole('heading', { name: 'Who’s working?' })).toBeVisible()
  await checkScreen('sign-in')
}
