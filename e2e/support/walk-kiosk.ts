import { expect, type Page } from '@playwright/test'
import { goTo } from '../pages/goto.ts'
import { ask } from './ask.ts'
import { CounterPage } from '../pages/counter.ts'
import { topUp } from './buy.ts'
import { signIn } from './use-register.ts'
import type { CheckScreen } from './check-screen.ts'

/** Turns shop mode on and checks all of its screens. */
export async function walkKiosk(page: Page, password: string, checkScreen: CheckScreen): Promise<void> {
  await goTo(page, '/settings/shop')
  await page.getByRole('radio', { name: 'Network printer' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Abarrotes Lupita y Compañía de Responsabilidad Limitada')
  await checkScreen('the shop’s receipt')
  await goTo(page, '/settings/clerks')
  const leave = page.getByRole('button', { name: 'Leave', exact: true })
  await expect(leave).toBeVisible()
  await checkScreen('leaving with changes')
  await leave.click()
  await expect(page.getByText('No clerks yet')).toBeVisible()
  await checkScreen('clerks, none')
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
  await goTo(page, '/settings/clerks')
  await expect(page.getByText('Ana', { exact: true })).toBeVisible()
  await checkScreen('clerks')
  await page.getByRole('button', { name: 'Turn on shop mode' }).click()
  await checkScreen('turning on shop mode')
  await page.keyboard.press('Escape')
  await ask(page, 'kiosk.turnOn', { password })
  await ask(page, 'prices.set', {
    currency: 'MXN',
    rate: '20',
    rules: [],
    limits: { perSale: null, perClerk: null, perShift: null, perDay: null },
  })
  await ask(page, 'counter.set', { pages: [{ name: 'Recargas', products: [topUp.sku] }] })
  await ask(page, 'shift.open', { float: '500' })
  await page.getByRole('button', { name: 'Switch user' }).click()
  await expect(page.getByRole('heading', { name: 'Who’s working?' })).toBeVisible()
  await checkScreen('sign-in')
  await signIn(page)
  await walkCounter(page, checkScreen)
}

/** Checks the counter before and during a sale, and the drawer. */
async function walkCounter(page: Page, checkScreen: CheckScreen): Promise<void> {
  const counter = new CounterPage(page)
  await goTo(page, '/sell')
  await expect(counter.tiles).toBeVisible()
  await checkScreen('the counter')
  await goTo(page, `/sell?sku=${topUp.sku}`)
  await page.getByRole('textbox', { name: 'Phone number' }).fill('55 1234 5678')
  await expect(counter.charge).toBeVisible()
  await checkScreen('a sale to check')
  await goTo(page, '/drawer')
  await expect(page.getByRole('heading', { name: 'Drawer' })).toBeVisible()
  await checkScreen('the drawer')
}
