import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CheckoutPage } from '../pages/checkout.ts'
import { Frame } from '../pages/frame.ts'
import { goTo } from '../pages/goto.ts'
import { buy, topUp, untilStatus } from '../support/buy.ts'
import { ask, expect, password, test } from '../support/test.ts'

test('a draft made offline survives a crash, waits for the connection and the person, and is paid once', async ({
  fast,
  control,
  launch,
  dataDir,
}) => {
  const { page } = fast
  const refresh = page.getByRole('button', { name: 'Refresh the catalog' })
  // Whatever Till asks on its own, it stays offline until the draft is saved.
  for (const operation of [
    'listProducts',
    'listCountries',
    'listNetworks',
    'listTokens',
    'listTransactions',
    'getWallet',
  ])
    await control.fault({ operation, times: 100, kind: 'reset' })
  await refresh.click()
  await expect(page.getByText('You’re offline.')).toBeVisible()

  await goTo(page, `/checkout/${topUp.sku}`)
  await expect(page.getByText(/^Prices as of /)).toBeVisible()
  await new CheckoutPage(page).fill('Phone number', '55 1234 5678')
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByText('Saved for later. Nothing was paid.')).toBeVisible()

  await goTo(page, '/shop')
  // Till may find the service before the press does, and the message leaves after some seconds.
  await Promise.all([
    expect(page.getByText('You’re back online. What you saved for later is still here.')).toBeVisible(),
    control.clearFaults().then(() => refresh.click()),
  ])
  expect((await control.requests()).some(({ operation }) => operation === 'createQuote')).toBe(false)
  await fast.kill()
  for (const file of ['ledger.db', 'ledger.db-wal']) {
    const bytes = await readFile(join(dataDir, file)).catch(() => Buffer.alloc(0))
    expect(bytes.includes('1234 5678')).toBe(false)
  }

  const again = await launch()
  await new Frame(again.page).unlock(password)
  await again.page.getByRole('region', { name: 'Saved for later' }).getByRole('link').click()
  const checkout = new CheckoutPage(again.page)
  await expect(again.page.getByText(/^Saved (?!for later)/)).toBeVisible()
  await expect(again.page.getByRole('textbox', { name: 'Phone number' })).toHaveValue('55 1234 5678')
  const [draft] = await ask(again.page, 'drafts.list', undefined)
  await checkout.seePrice()
  await checkout.confirm()
  const [{ id } = { id: '' }] = (await ask(again.page, 'purchases.list', {})).purchases
  expect(await ask(again.page, 'drafts.list', undefined)).toEqual([])
  await again.kill()

  const last = await launch()
  await new Frame(last.page).unlock(password)
  await goTo(last.page, `/checkout/${topUp.sku}?draft=${draft?.id ?? ''}`)
  await expect(last.page.getByRole('heading', { name: 'You already bought this' })).toBeVisible()
  await last.page.getByRole('link', { name: 'See purchase' }).click()
  await expect(last.page).toHaveURL(new RegExp(`/purchases/${id}$`))
  await untilStatus(last.page, id, 'delivered')
  expect((await control.ledger(fast.wallet)).payments).toHaveLength(1)
})

test('leaving a checkout offers to save it, and a draft can be removed and restored', async ({ ready }) => {
  const { page } = ready
  await goTo(page, `/checkout/${topUp.sku}`)
  await new CheckoutPage(page).fill('Phone number', '55 1234 5678')
  await goTo(page, '/purchases')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Save', exact: true }).click()
  const prepared = page.getByRole('region', { name: 'Saved for later' }).getByRole('listitem')
  await expect(prepared).toHaveCount(1)
  await prepared.getByRole('button', { name: /^Remove from saved/ }).click()
  await expect(prepared).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prepared.getByRole('link')).toHaveAccessibleName(/55 1234 5678/)
})

test('a favourite survives a restart, and buying it again warns of one that is still on its way', async ({
  ready,
  control,
  launch,
}) => {
  const { page } = ready
  await control.settings({ deliverySeconds: 600 })
  const id = await buy(page, topUp)
  await goTo(page, '/brand/nimbus-mobile?country=MX')
  await page.getByRole('button', { name: 'Favourite: Nimbus Mobile', exact: true }).click()
  await goTo(page, `/checkout/${topUp.sku}`)
  await page.getByRole('button', { name: 'Favourite: Nimbus Mobile MX$20', exact: true }).click()
  await untilStatus(page, id, 'on-its-way')
  await ready.kill()

  const again = await launch()
  await new Frame(again.page).unlock(password)
  const favourites = again.page.getByRole('region', { name: 'Favourites' }).getByRole('link')
  await expect(favourites).toHaveCount(2)
  await favourites.filter({ hasText: 'MX$20' }).click()
  await new CheckoutPage(again.page).fill('Phone number', '55 1234 5678')
  await expect(
    again.page.getByText(/^(?:One is already on its way to|You’re already paying for one for) \+52 55 1234 5678/),
  ).toBeVisible()
  await again.page.getByRole('link', { name: 'View' }).click()
  await expect(again.page).toHaveURL(new RegExp(`/purchases/${id}$`))
})
