import type { Page } from '@playwright/test'
import type { Known } from './secrets.ts'

/** Restores the wallet as a person does, key by key: the campaign's own connection to the page never carries the whole text. */
export async function restoreByHand(page: Page, { words, password }: Known): Promise<void> {
  const type = async (name: string | RegExp, text: string): Promise<void> => {
    await page.getByRole('textbox', { name }).focus()
    await page.keyboard.type(text)
  }
  await page.getByRole('heading', { name: 'Where are you?' }).waitFor()
  await page.evaluate(() => void (location.hash = '#/welcome/restore'))
  await type(/words/i, words)
  await type('New password', password)
  await type('Confirm password', password)
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.waitForURL(/#\/shop/)
}
