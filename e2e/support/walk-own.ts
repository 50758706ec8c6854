import { expect, type Page } from '@playwright/test'
import { Frame } from '../pages/frame.ts'
import { goTo } from '../pages/goto.ts'
import { WalletPage } from '../pages/wallet.ts'
import type { SandboxControl } from './sandbox-control.ts'
import type { CheckScreen } from './check-screen.ts'

/** Walks through a person's own things: the wallet, all settings opened, and the unlock. */
export async function walkOwn(
  page: Page,
  control: SandboxControl,
  password: string,
  checkScreen: CheckScreen,
): Promise<void> {
  await seeWallet(page, control, checkScreen)
  await seePeople(page, checkScreen)
  await seeSettings(page, password, checkScreen)
  await seeUnlock(page, checkScreen)
}

async function seeWallet(page: Page, control: SandboxControl, checkScreen: CheckScreen): Promise<void> {
  await goTo(page, '/wallet')
  const wallet = new WalletPage(page)
  await expect(wallet.holding('USDC', 'Harbour')).toContainText('500.00')
  await checkScreen('wallet')
  await (await wallet.receive()).getByRole('combobox').selectOption({ label: 'USDC on Harbour' })
  await page.getByRole('textbox', { name: /^Amount in USDC/ }).fill('12.5')
  await checkScreen('wallet, a request for coins')
  await page.keyboard.press('Escape')
  await control.chain('harbour', { action: 'stop-node' })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('The network can’t be reached right now.').first()).toBeVisible()
  await checkScreen('wallet, a network out of reach')
  await page.getByRole('link', { name: /^Spending permissions/ }).click()
  // Both pages have a refresh button.
  await expect(page.getByRole('heading', { name: 'Spending permissions', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('Permissions there may be missing here.')).toBeVisible()
  await checkScreen('spending permissions, a network out of reach')
  await control.chain('harbour', { action: 'start-node' })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No permissions' })).toBeVisible()
  await checkScreen('spending permissions')
}

async function seePeople(page: Page, checkScreen: CheckScreen): Promise<void> {
  await goTo(page, '/people')
  await expect(page.getByText('Nobody here yet')).toBeVisible()
  await checkScreen('people, none')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Guadalupe')
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+52 55 1234 5678')
  await checkScreen('people, adding one')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('+52 55 1234 5678')).toBeVisible()
  await checkScreen('people')
}

async function seeSettings(page: Page, password: string, checkScreen: CheckScreen): Promise<void> {
  await goTo(page, '/settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await checkScreen('settings')
  await goTo(page, '/settings/service')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByText('More settings').click()
  await checkScreen('settings, service')
  for (const [path, shown] of [
    ['point-of-sale', page.getByRole('link', { name: /^Shop mode/ })],
    ['about', page.getByRole('button', { name: 'Save a report…' })],
    ['delete', page.getByRole('button', { name: 'Delete…' })],
    ['security', page.getByRole('button', { name: 'Change password' })],
  ] as const) {
    await goTo(page, `/settings/${path}`)
    await expect(shown).toBeVisible()
    await checkScreen(`settings, ${path}`)
  }
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
  await checkScreen('settings, change password')
  await page.keyboard.press('Escape')
  await goTo(page, '/settings/backup')
  await page.getByRole('button', { name: 'Show recovery phrase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Show recovery phrase' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await dialog.getByRole('button', { name: 'Show recovery phrase' }).click()
  await expect(page.getByText('Wrong password.')).toBeVisible()
  await checkScreen('settings, before the recovery phrase')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Show recovery phrase' }).click()
  await page.getByRole('button', { name: 'Hold down to see' }).focus()
  await page.keyboard.down('Enter')
  await expect(page.getByRole('list', { name: 'Recovery phrase' })).toBeVisible()
  await checkScreen('settings, recovery phrase shown')
  await page.keyboard.up('Enter')
}

async function seeUnlock(page: Page, checkScreen: CheckScreen): Promise<void> {
  // The page has shown the recovery phrase, so that locking replaces it.
  const shownAt = await page.evaluate(() => performance.timeOrigin)
  await new Frame(page).lock()
  await page.waitForFunction((before) => performance.timeOrigin > before, shownAt)
  const field = page.getByRole('textbox', { name: 'Password' })
  await expect(field).toBeVisible()
  await checkScreen('unlock')
  for (const [name, shown] of [
    ['From the recovery phrase', page.getByRole('textbox', { name: /^Your recovery phrase/ })],
    ['From a backup file', page.getByRole('button', { name: 'Open', exact: true })],
  ] as const) {
    await page.getByRole('link', { name }).click()
    await expect(shown).toBeVisible()
    await checkScreen(`unlock, restore ${name.toLowerCase()}`)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(field).toBeVisible()
  }
  await field.fill('not this one')
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(page.getByText('Wrong password.')).toBeVisible()
  await checkScreen('unlock, wrong password')
  await page.getByRole('button', { name: 'Browse without unlocking' }).click()
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
  await checkScreen('settings, locked')
}
