import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CheckoutPage } from '../pages/checkout.ts'
import { Frame } from '../pages/frame.ts'
import { goTo } from '../pages/goto.ts'
import { PurchasesPage } from '../pages/purchases.ts'
import { buy, failing, giftCard, topUp, untilStatus } from '../support/buy.ts'
import { createWallet } from '../support/ready-till.ts'
import { countRequests } from '../support/sandbox-control.ts'
import { ask, expect, test } from '../support/test.ts'

test(
  'a purchase survives leaving its page and killing Till, is delivered while locked, and pays once',
  {
    tag: '@status:delivered',
  },
  async ({ fast, launch, control }) => {
    const { page, wallet } = fast
    await confirmTopUp(page)
    const id = /purchases\/(.*)$/.exec(page.url())?.[1] ?? ''
    await new Frame(page).go('Shop')
    await expect(page.getByRole('list', { name: 'Brands' })).toBeVisible()
    await fast.kill()

    const again = await launch()
    await expect(again.page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
    await untilStatus(again.page, id, 'delivered')
    expect((await ask(again.page, 'app.get', undefined)).locked).toBe(true)
    await new Frame(again.page).go('Purchases')
    await expect(new PurchasesPage(again.page).rows).toHaveText([/Nimbus Mobile.*\+52 55 1234 5678.*Delivered/])

    const witness = await control.ledger(wallet)
    expect(witness.payments).toHaveLength(1)
    expect(witness.registrations).toMatchObject([{ status: 'SUCCESS', product: { name: 'Nimbus Mobile' } }])
  },
)

test(
  'a failed delivery is reported plainly, and the coins are refunded',
  {
    tag: ['@status:failed', '@status:refunded'],
  },
  async ({ fast, control }) => {
    const { page, wallet } = fast
    await control.settings({ refunds: false })
    await new Frame(page).search('sandbox')
    await page
      .getByRole('link', { name: /^Sandbox United States .* \$1(?![\d.])/ })
      .first()
      .click()
    const checkout = new CheckoutPage(page)
    await checkout.fill('E-mail', failing.reference)
    await checkout.payWith('USDC on Harbour')
    await checkout.seePrice()
    await checkout.confirm()
    await expect(
      page.getByRole('heading', { name: /^Not delivered\. [\d.]+\sUSDC owed to you$/, level: 1 }),
    ).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(/It owes you [\d.]+\sUSDC\. Till is watching for the refund/)).toBeVisible()

    await control.settings({ refunds: true })
    const refunded = await buy(page, failing)
    await untilStatus(page, refunded, 'refunded')
    await goTo(page, `/purchases/${refunded}`)
    await expect(
      page.getByRole('heading', { name: /^Not delivered\. [\d.]+\sUSDC came back$/, level: 1 }),
    ).toBeVisible()
    await expect(page.getByText(/refunded [\d.]+\sUSDC to your wallet/)).toBeVisible()
    const witness = await control.ledger(wallet)
    expect(witness.payments).toHaveLength(2)
    expect(witness.refunds).toMatchObject([{ amount: witness.payments.at(-1)?.amount }])
  },
)

test('a transfer purchase and a router purchase each cost at most four requests to the service', async ({
  ready,
  control,
}) => {
  const { page } = ready
  for (const [kind, coin, errand] of [
    ['transfer', 'USDC on Harbour', topUp],
    ['router', 'USDT on Meadow', giftCard],
  ] as const) {
    await test.step(`a ${kind} purchase costs at most four requests to the service`, async () => {
      const before = await countRequests(control)
      await goTo(page, `/checkout/${errand.sku}`)
      const checkout = new CheckoutPage(page)
      await page.getByRole('textbox').nth(0).waitFor()
      await checkout.fill(errand === topUp ? 'Phone number' : 'E-mail', errand.reference)
      await checkout.payWith(coin)
      await checkout.seePrice()
      await checkout.confirm()
      await expect(page.getByRole('heading', { name: / (delivered|sent) to /, level: 1 })).toBeVisible({
        timeout: 30_000,
      })
      await expect.poll(async () => (await newest(page)).ended, { timeout: 20_000 }).toBe(true)
      expect((await countRequests(control)) - before).toBeLessThanOrEqual(4)
    })
  }
})

test('the explorer opens only on a known host', async ({ launch, prepared, control, dataDir }) => {
  await prepared.copyTo(dataDir)
  const programs = join(dataDir, 'programs')
  const opened = join(dataDir, 'opened.txt')
  await mkdir(programs)
  await writeFile(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`)
  await chmod(join(programs, 'xdg-open'), 0o755)
  const { page } = await createWallet(await launch({ programs }))
  const known = await buy(page, topUp)
  await control.fault({
    operation: 'listNetworks',
    kind: 'patch',
    changes: { 'data.0.explorerUrl': 'https://explorer.example' },
  })
  await ask(page, 'catalog.refresh', undefined)
  const elsewhere = await buy(page, topUp)
  await untilStatus(page, known, 'on-its-way')

  await goTo(page, `/purchases/${elsewhere}`)
  await page.getByText('Technical details', { exact: true }).click()
  await expect(page.getByText('Hash', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open in explorer' })).toBeHidden()
  await expect(ask(page, 'link.open', { purchaseId: elsewhere, step: 0 })).rejects.toThrow('not-allowed')

  await goTo(page, `/purchases/${known}`)
  await page.getByText('Technical details', { exact: true }).click()
  await page.getByRole('button', { name: 'Open in explorer' }).click()
  const { hash } = (await ask(page, 'purchases.get', { id: known })).steps[0]!
  const lines = async (): Promise<string> => readFile(opened, 'utf8').catch(() => '')
  await expect.poll(lines).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/explorer/harbour/tx/${hash}\\n$`))

  await writeFile(join(programs, 'xdg-open'), '#!/bin/sh\nexit 3\n')
  await page.getByRole('button', { name: 'Open in explorer' }).click()
  const notice = page.getByRole('region', { name: 'Messages' })
  await expect(notice).toContainText(`/explorer/harbour/tx/${hash}`)
  await expect(notice.getByRole('button', { name: 'Copy address' })).toBeVisible()
})

async function confirmTopUp(page: Page): Promise<void> {
  const checkout = new CheckoutPage(page)
  await goTo(page, `/checkout/${topUp.sku}`)
  await checkout.fill('Phone number', topUp.reference)
  await checkout.payWith('USDC on Harbour')
  await checkout.seePrice()
  await checkout.confirm()
}

async function newest(page: Page): Promise<{ ended: boolean }> {
  const [row] = (await ask(page, 'purchases.list', { limit: 1 })).purchases
  return ask(page, 'purchases.get', { id: row?.id ?? '' })
}
