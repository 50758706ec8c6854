import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { goTo } from '../pages/goto.ts'
import { buy, topUp } from '../support/buy.ts'
import { ask, expect, test } from '../support/test.ts'

test('a damaged ledger stops everything with a clear screen, and its copy restores the purchases', async ({
  fast,
  launch,
  dataDir,
}) => {
  const id = await buy(fast.page, topUp)
  await expect.poll(async () => (await ask(fast.page, 'purchases.get', { id })).status).toBe('delivered')
  await goTo(fast.page, '/settings/backup')
  // Till may have made one since it started, which lacks the purchase.
  const { newestAt } = await ask(fast.page, 'ledgerCopies.get', undefined)
  await fast.page.getByRole('button', { name: 'Copy now' }).click()
  await expect.poll(async () => (await ask(fast.page, 'ledgerCopies.get', undefined)).newestAt).not.toBe(newestAt)
  await fast.close()
  await damage(join(dataDir, 'ledger.db'))

  const broken = await launch()
  await expect(broken.page.getByRole('heading', { name: 'Till can’t read your purchases' })).toBeVisible()
  await broken.page.getByRole('button', { name: 'Use the copy' }).click()
  await expect(broken.page.getByRole('heading', { name: 'Till can’t read your purchases' })).toBeHidden()
  expect((await readdir(dataDir)).some((name) => name.startsWith('ledger.db.damaged-'))).toBe(true)
  expect(await ask(broken.page, 'purchases.get', { id })).toMatchObject({ status: 'delivered' })
})

/** Overwrites a database's first pages, as a failing disk would. */
async function damage(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(16_384, 7), 0, 16_384, 0)
  await handle.close()
}
