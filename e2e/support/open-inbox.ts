import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the inbox from any screen, and returns its only entry once that is about `title`. */
export async function openInbox(page: Page, title: string): Promise<Locator> {
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Action needed: 1' }).first()
  await expect(entry).toBeVisible({ timeout: 60_000 })
  await entry.click()
  const card = page.getByRole('main').getByRole('listitem')
  await expect(card.getByRole('heading', { name: title })).toBeVisible()
  return card
}
