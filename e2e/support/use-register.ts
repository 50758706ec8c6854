import { expect, type Page } from '@playwright/test'
import { goTo } from '../pages/goto.ts'
import { password } from './test.ts'

/** Cash prices in pesos, in steps of five. */
export const pesos = {
  currency: 'MXN',
  rate: '20',
  rules: [{ productType: null, brandSlug: null, country: null, percent: '10', fixed: '0', upTo: '5' }],
  limits: { perSale: null, perClerk: null, perShift: null, perDay: null },
}

/** Adds the clerk Ana, whose PIN is 4711, as manager. */
export async function addAna(page: Page): Promise<void> {
  await goTo(page, '/settings/clerks')
  await page.getByRole('button', { name: 'Add clerk' }).click()
  const adding = page.getByRole('dialog', { name: 'Add clerk' })
  await adding.getByLabel('Name').fill('Ana')
  await adding.getByLabel('PIN', { exact: true }).fill('4711')
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Ana', { exact: true })).toBeVisible()
}

/** Turns on shop mode as manager, on the page of people. */
export async function beginSelling(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Turn on shop mode' }).click()
  const beginning = page.getByRole('dialog')
  await beginning.getByLabel('Password', { exact: true }).fill(password)
  await beginning.getByRole('button', { name: 'Turn on shop mode' }).click()
}

/** Signs Ana in. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Ana', exact: true }).click()
  await typePin(page, '4711')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sales' })).toBeVisible()
}

/** Types a PIN by touch. */
export async function typePin(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'Enter' }).click()
}
