import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { goTo } from '../../e2e/pages/goto.ts'
import { ask } from '../../e2e/support/ask.ts'
import { buy, giftCard, untilStatus } from '../../e2e/support/buy.ts'
import { formsOfText, type Needle } from './forms.ts'
import type { WatchedTill } from './till.ts'

/** The secret's name among findings. The page gets a shown code in a message, so messages are not searched for it. */
export const KEPT_CODE = 'kept code'

/**
 * Buys a gift card whose code the service returns, keeps another code with a PIN and a note, shows and copies them, makes a gift of one,
 * reports an error of them, and makes the copies and backups that Till makes. Returns all of these texts in every form.
 */
export async function keepCodes({ page }: WatchedTill, password: string, dataDir: string): Promise<Needle[]> {
  const draw = (): string => randomBytes(12).toString('base64url')
  const purchaseId = await buy(page, giftCard)
  await untilStatus(page, purchaseId, 'delivered')
  const typed = { text: draw(), pin: draw(), note: draw() }
  const message = draw()
  const { id } = await ask(page, 'codes.keep', { purchaseId, ...typed, expiresOn: '2027-01-31' })
  const kept = await ask(page, 'codes.list', { purchaseId })
  if (kept.length !== 2) throw new Error('The service’s code was not kept')
  const shown = await Promise.all(kept.map((code) => ask(page, 'codes.reveal', { id: code.id })))
  for (const part of ['text', 'pin'] as const) await ask(page, 'codes.copy', { id, part })
  await showGift(page, id, [message, typed.text, typed.pin])
  await ask(page, 'support.noteError', { name: 'Error', stack: `Error: ${typed.text}\n    at show (${typed.pin})` })
  await ask(page, 'support.report', undefined)
  await ask(page, 'ledgerCopies.make', undefined)
  const folder = join(dirname(dataDir), 'backups')
  mkdirSync(folder)
  await ask(page, 'backupFile.choose', { password, folder })
  await ask(page, 'backupFile.make', undefined)
  // Till takes no folder within its own, which is the one that is searched.
  cpSync(folder, join(dataDir, 'backups-made'), { recursive: true })
  return [message, typed.note, ...shown.map(({ text }) => text), typed.pin].flatMap((text) =>
    formsOfText(KEPT_CODE, text),
  )
}

/** Shows a code as a gift, with a message that Till does not keep, and leaves that page. */
async function showGift(page: Page, id: string, shown: readonly [string, ...string[]]): Promise<void> {
  await goTo(page, `/codes/${id}/gift`)
  await page.getByRole('textbox', { name: 'Message' }).fill(shown[0])
  const gift = page.getByRole('region', { name: 'The gift' })
  for (const text of shown) await gift.getByText(text).waitFor()
  await goTo(page, '/shop')
  await gift.waitFor({ state: 'detached' })
}
