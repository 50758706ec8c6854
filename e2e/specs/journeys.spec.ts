import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { messages } from '../../src/renderer/locales/all-messages.ts'
import { languages, locales } from '../../src/shared/app/locales.ts'
import { CheckoutPage } from '../pages/checkout.ts'
import { Frame } from '../pages/frame.ts'
import { goTo } from '../pages/goto.ts'
import { PurchasesPage } from '../pages/purchases.ts'
import { buy, failing, giftCard, topUp, untilStatus } from '../support/buy.ts'
import { findEnglish } from '../support/english.ts'
import type { SandboxControl } from '../support/sandbox-control.ts'
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
      page.getByRole('heading', { name: /^Not delivered\. [\d.]+ USDC owed to you$/, level: 1 }),
    ).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(/It owes you [\d.]+ USDC\. Till is watching for the refund/)).toBeVisible()

    await control.settings({ refunds: true })
    const refunded = await buy(page, failing)
    await untilStatus(page, refunded, 'refunded')
    await goTo(page, `/purchases/${refunded}`)
    await expect(page.getByRole('heading', { name: /^Not delivered\. [\d.]+ USDC came back$/, level: 1 })).toBeVisible()
    await expect(page.getByText(/refunded [\d.]+ USDC to your wallet/)).toBeVisible()
    const witness = await control.ledger(wallet)
    expect(witness.payments).toHaveLength(2)
    expect(witness.refunds).toMatchObject([{ amount: witness.payments.at(-1)?.amount }])
  },
)

for (const [kind, coin, errand] of [
  ['transfer', 'USDC on Harbour', topUp],
  ['router', 'USDT on Meadow', giftCard],
] as const) {
  test(`a ${kind} purchase costs at most four requests to the service`, async ({ ready, control }) => {
    const { page } = ready
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

test('the history can be searched and filtered, and its receipts print alone', async ({ fast }) => {
  const { page } = fast
  const [first, second] = [await buy(page, topUp), await buy(page, { ...failing, networkKey: 'meadow' })]
  await untilStatus(page, first, 'delivered')
  await untilStatus(page, second, 'refunded')
  await goTo(page, '/purchases')
  const purchases = new PurchasesPage(page)
  await expect(purchases.rows).toHaveText([/^Sandbox/, /^Nimbus Mobile/])
  await purchases.filter('Refunded')
  await expect(purchases.rows).toHaveText([/^Sandbox/])
  await purchases.filter('All statuses')
  for (const words of ['nimbus', '55 1234', 'MX']) {
    await purchases.search(words)
    await expect(purchases.rows, words).toHaveText([/^Nimbus Mobile/])
  }
  await purchases.search('ines@example.org')
  await expect(purchases.rows).toHaveText([/^Sandbox/])
  await purchases.filter('Delivered')
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(purchases.rows).toHaveCount(2)

  await purchases.rows.getByRole('link', { name: /^Nimbus/ }).click()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toBeVisible()
  await page.evaluate(() => (window.print = () => (document.title = 'printed')))
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('printed')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(receipt).toContainText('+52 55 1234 5678')
  expect(await wordsOutside(page, '.receipt')).toEqual([])
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
})

test('the explorer opens only on a known host', async ({ ready, launch, control, dataDir }) => {
  const known = await buy(ready.page, topUp)
  await control.fault({
    operation: 'listNetworks',
    kind: 'patch',
    changes: { 'data.0.explorerUrl': 'https://explorer.example' },
  })
  await ask(ready.page, 'catalog.refresh', undefined)
  const elsewhere = await buy(ready.page, topUp)
  await untilStatus(ready.page, known, 'on-its-way')
  await ready.kill()

  const programs = join(dataDir, 'programs')
  const opened = join(dataDir, 'opened.txt')
  await mkdir(programs)
  await writeFile(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`)
  await chmod(join(programs, 'xdg-open'), 0o755)
  const { page } = await launch({ programs })
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

for (const locale of locales.filter((one) => one !== 'en'))
  test(`a whole purchase in ${languages[locale].name} shows no English`, async ({ fast }) => {
    const said = messages[locale]
    // Playwright finds a name with plain spaces, and French has others.
    const spaced = (text: string): string => text.replace(/\s/g, ' ')
    const countryName = new Intl.DisplayNames([locale], { type: 'region' }).of('ES')
    const recipient = new RegExp(`^${spaced(said.fields.of.recipient).replace('{field}', '.+')}`)
    const sentTo = said.outcome.title.sentTo.replace('{what}', '').replace('{to}', giftCard.reference)
    const place = { symbol: 'USDT', network: 'Meadow' }
    const coin = said.receipt.coinOn.replace(/\{(symbol|network)\}/g, (_, name: keyof typeof place) => place[name])
    const { page } = fast
    const main = page.getByRole('main')
    const noEnglish = async (screen: string): Promise<void> =>
      expect.soft(await findEnglish(page), `English left on: ${screen}`).toEqual([])
    const go = (section: string): Promise<void> =>
      page.getByRole('navigation').getByRole('link', { name: section, exact: true }).click()

    await goTo(page, '/settings')
    await page.getByRole('combobox', { name: 'Language' }).selectOption(locale)
    await expect(main.getByRole('heading', { name: said.titles.settings, level: 1 })).toBeVisible()
    await noEnglish('settings')
    await go(said.titles.shop)
    await page.getByRole('searchbox', { name: said.frame.search }).fill('pixelforge arcade spain')
    const product = page.getByRole('link', { name: `Pixelforge Arcade ${countryName}` }).first()
    await expect(product).toBeVisible()
    await noEnglish('search')
    await product.click()
    await page.getByRole('textbox', { name: recipient }).fill(giftCard.reference)
    await page.getByRole('region', { name: said.checkout.payWith }).getByRole('button').click()
    await noEnglish('checkout, ways to pay')
    await page.getByRole('radio', { name: coin }).click()
    await noEnglish('checkout, filled')
    await page.getByRole('button', { name: said.checkout.seePrice }).click()
    await page.getByText(said.effect.details).click()
    await noEnglish('checkout, quoted')
    await page.getByRole('button', { name: new RegExp(`^${spaced(said.checkout.pay).replace('{total}', '')}`) }).click()
    await expect(page.getByText(said.outcome.canClose)).toBeVisible()
    await noEnglish('paying')
    await expect(main.getByRole('heading', { name: sentTo.trim(), level: 1 })).toBeVisible()
    await page.getByText(said.details.technical, { exact: true }).click()
    await noEnglish('delivered')
    await go(said.titles.purchases)
    await expect(main.getByRole('listitem')).toContainText([said.status.delivered])
    await noEnglish('purchases')
    await go(said.titles.wallet)
    await expect(main.getByRole('list', { name: said.holdings.coins })).toBeVisible()
    await noEnglish('wallet')
    await page.getByRole('button', { name: said.wallet.receive }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await noEnglish('receive')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: said.lock.lock, exact: true }).click()
    await expect(page.getByRole('heading', { name: said.lock.title })).toBeVisible()
    await noEnglish('unlock')
  })

async function confirmTopUp(page: Page): Promise<void> {
  const checkout = new CheckoutPage(page)
  await goTo(page, `/checkout/${topUp.sku}`)
  await checkout.fill('Phone number', topUp.reference)
  await checkout.payWith('USDC on Harbour')
  await checkout.seePrice()
  await checkout.confirm()
}

/** Returns the number of requests that the service counts, without pictures and play money. */
async function countRequests(control: SandboxControl): Promise<number> {
  return (await control.requests()).filter(({ operation }) => operation !== 'picture' && operation !== 'faucet').length
}

async function newest(page: Page): Promise<{ ended: boolean }> {
  const [row] = (await ask(page, 'purchases.list', { limit: 1 })).purchases
  return ask(page, 'purchases.get', { id: row?.id ?? '' })
}

/** Returns the texts visible outside `selector`. */
function wordsOutside(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((inside) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const words: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (!parentElement?.checkVisibility() || parentElement.closest(`${inside}, .sr-only`)) continue
      const { bottom, width, height } = parentElement.getBoundingClientRect()
      if (textContent?.trim() && bottom > 0 && width > 0 && height > 0) words.push(textContent.trim())
    }
    return words
  }, selector)
}
