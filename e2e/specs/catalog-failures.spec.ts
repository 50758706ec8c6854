import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { EventPayload, TillBridge } from '../../src/shared/contract.ts'
import { goTo } from '../pages/goto.ts'
import { buy, topUp } from '../support/buy.ts'
import { ask, expect, test } from '../support/test.ts'

const status = (page: Page) => ask(page, 'catalog.status', undefined)
const whole = (page: Page) =>
  expect.poll(async () => (await status(page)).variants, { timeout: 20_000 }).toBeGreaterThan(1500)

test('a Till killed while writing a catalog opens with yesterday’s complete, and the next refresh brings today’s', async ({
  fast,
  control,
  launch,
}) => {
  const { page } = fast
  const id = await buy(page, topUp)
  await expect.poll(async () => (await ask(page, 'purchases.get', { id })).status).toBe('delivered')
  const before = await status(page)
  const more = Array.from({ length: 20_000 }, (_, index) => ({
    like: topUp.sku,
    sku: `today_${index}-I`,
    brand: `Today ${index % 100}`,
  }))
  await control.variants(more)
  // Today's brands come after yesterday's, which need no writing.
  const writing = untilWritten(page, before.brands / (before.brands + 100))
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  expect(await writing).toBeLessThan(1)
  await fast.kill()

  const { page: after } = await launch()
  const { variants, refreshedAt, brands } = before
  expect(await status(after)).toMatchObject({ variants, refreshedAt, brands, refreshing: false, error: null })
  const found = (text: string) => ask(after, 'catalog.search', { text })
  expect(await found('today')).toMatchObject({ products: [] })
  expect((await found('nimbus')).ranked).toBeGreaterThan(0)
  expect(await ask(after, 'purchases.get', { id })).toMatchObject({ status: 'delivered' })
  await after.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect.poll(async () => (await status(after)).variants).toBe(variants + more.length)
  expect((await found('today')).ranked).toBeGreaterThan(0)
})

test('caches deleted or damaged between two starts are rebuilt, and the ledger is unchanged', async ({
  fast,
  launch,
  dataDir,
}) => {
  const id = await buy(fast.page, topUp)
  await expect.poll(async () => (await ask(fast.page, 'purchases.get', { id })).status).toBe('delivered')
  await fast.close()
  for (const name of ['catalog.db', 'cache.db']) await rm(join(dataDir, name))

  const second = await launch()
  await whole(second.page)
  expect(await ask(second.page, 'purchases.get', { id })).toMatchObject({
    status: 'delivered',
    reference: '+525512345678',
  })
  await second.close()

  for (const name of ['catalog.db', 'cache.db']) await damage(join(dataDir, name))
  const third = await launch()
  await whole(third.page)
  await third.page.getByRole('searchbox').fill('nimbus')
  await expect(third.page.getByRole('link', { name: /Nimbus Mobile/ }).first()).toBeVisible()
  expect(await ask(third.page, 'purchases.get', { id })).toMatchObject({ status: 'delivered' })
})

test('a catalog deleted while Till runs is restored by the next refresh', async ({ ready, dataDir }) => {
  const { page } = ready
  await rm(join(dataDir, 'catalog.db'))
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect.poll(() => existsSync(join(dataDir, 'catalog.db'))).toBe(true)
  await whole(page)
  await goTo(page, `/checkout/${topUp.sku}`)
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toBeVisible()
})

/** Waits until the written share is more than `least`; returns it. */
function untilWritten(page: Page, least: number): Promise<number> {
  return page.evaluate(
    (enough) =>
      new Promise<number>((resolve) => {
        const { till } = window as unknown as { till: TillBridge }
        till.on('catalog.changed', (status) => {
          const { progress } = status as EventPayload<'catalog.changed'>
          if (progress?.part === 'writing' && (progress.share ?? 0) > enough) resolve(progress.share ?? 0)
        })
      }),
    least,
  )
}

/** Overwrites pages of a database, as a failing disk would. */
async function damage(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  const { size } = await handle.stat()
  await handle.write(Buffer.alloc(Math.min(size - 8192, 400_000), 7), 0, Math.min(size - 8192, 400_000), 8192)
  await handle.close()
}
