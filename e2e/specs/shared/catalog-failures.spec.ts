import type { Page } from '@playwright/test'
import { ask, expect, test } from '../../support/test.ts'

const status = (page: Page) => ask(page, 'catalog.status', undefined)

for (const [name, kind] of [
  ['breaks off', { kind: 'cut-off' }],
  ['ends too soon', { kind: 'truncated-json' }],
  ['is an HTML page', { kind: 'status', status: 200, body: '<html>Sign in to the hotel</html>' }],
] as const) {
  test(`a refresh whose answer ${name} keeps yesterday’s catalog complete, and the next one brings today’s`, async ({
    shared,
    control,
  }) => {
    const { page } = shared
    const before = await status(page)
    await control.variants([{ sku: 'new-one_US_1-I', brand: 'Brand New', country: 'US' }])
    await control.fault({ operation: 'listProducts', times: 1, ...kind })
    await page.getByRole('button', { name: 'Refresh the catalog' }).click()
    await expect.poll(async () => (await status(page)).error).not.toBeNull()
    expect(await status(page)).toMatchObject({ variants: before.variants, refreshedAt: before.refreshedAt })
    await page.getByRole('button', { name: 'Refresh the catalog' }).click()
    await expect.poll(async () => (await status(page)).variants).toBe(before.variants + 1)
    await page.getByRole('searchbox').fill('brand new')
    await expect(page.getByRole('link', { name: /Brand New/ }).first()).toBeVisible()
  })
}

test('a failed refresh keeps yesterday’s catalog on sale', async ({ shared, control }) => {
  const { page } = shared
  await expect(page.getByRole('list', { name: 'Brands' })).toBeVisible()
  await control.fault({ operation: 'listProducts', times: 5, kind: 'status', status: 500, body: 'oops' })
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect(page.getByText(/Showing the saved catalog/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Brands' }).getByRole('link').first()).toBeVisible()
})
