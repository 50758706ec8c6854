import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { addDecimals, subtractDecimals } from '../../src/shared/money.ts'
import { goTo } from '../pages/goto.ts'
import { PurchasesPage } from '../pages/purchases.ts'
import { buy, failing, topUp, untilStatus } from '../support/buy.ts'
import { windowSizes } from '../support/check-screen.ts'
import { goOffline } from '../support/go-offline.ts'
import { expect, password, test } from '../support/test.ts'

test('purchases are searched, printed, noted, exported and added up', async ({ fast, control, dataDir }) => {
  const { page } = fast
  const delivered = await buy(page, topUp)
  await untilStatus(page, delivered, 'delivered')
  const refunded = await buy(page, failing)
  await untilStatus(page, refunded, 'refunded')
  const list = new PurchasesPage(page)
  await test.step('the history can be searched and filtered, and its receipts print alone', async () => {
    await goTo(page, '/purchases')
    await expect(list.rows).toHaveText([/^Sandbox/, /^Nimbus Mobile/])
    await page.setViewportSize(windowSizes.narrow)
    for (const row of await list.rows.all()) await expect(row.getByText(/^[\d.]+\sUSDC$/)).toBeVisible()
    await page.setViewportSize(windowSizes.desk)
    await list.filter('Refunded')
    await expect(list.rows).toHaveText([/^Sandbox/])
    await list.filter('All statuses')
    for (const words of ['nimbus', '55 1234', 'MX']) {
      await list.search(words)
      await expect(list.rows, words).toHaveText([/^Nimbus Mobile/])
    }
    await list.search('ines@example.org')
    await expect(list.rows).toHaveText([/^Sandbox/])
    await list.filter('Delivered')
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect(list.rows).toHaveCount(2)

    await list.rows.getByRole('link', { name: /^Nimbus/ }).click()
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toBeVisible()
    await page.evaluate(() => (window.print = () => (document.title = 'printed')))
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page).toHaveTitle('printed')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(receipt).toContainText('+52 55 1234 5678')
    expect(await wordsOutside(page, '.receipt')).toEqual([])
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' })
  })

  await test.step('without a connection, a purchase gets a note, is found by it, and is exported with its costs, as the month adds them up', async () => {
    await goOffline(page, control)

    await goTo(page, `/purchases/${delivered}`)
    await page.getByRole('button', { name: 'Add a note' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('=Surprise for Guadalupe')
    await page.getByRole('textbox', { name: 'Tags' }).fill('family, #Oaxaca')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByText('=Surprise for Guadalupe')).toBeVisible()

    await page.getByRole('link', { name: '#Oaxaca' }).click()
    await expect(list.rows).toHaveCount(1)
    await list.search('guadalupe')
    await expect(list.rows).toHaveCount(1)
    await list.search('#work')
    await expect(page.getByText('No purchases found')).toBeVisible()
    await list.search('')
    await expect(list.rows).toHaveCount(2)

    const masked = await exported('Last digits')
    const byId = new Map(masked.map((row) => [row['ID'], row]))
    expect(byId.get(delivered)).toMatchObject({
      Recipient: '•••678',
      Status: 'Delivered',
      Tags: 'family, Oaxaca',
      Note: "'=Surprise for Guadalupe",
      Refunded: '',
    })
    const { Paid: paid, Refunded: back, Status: status } = byId.get(refunded) ?? {}
    expect([status, back]).toEqual(['Refunded', paid])
    const whole = await exported('In full')
    expect(whole.find((row) => row['ID'] === delivered)?.['Recipient']).toMatch(/5512345678$/)

    await page.getByRole('link', { name: 'Spending' }).click()
    const sum = (of: string): string => addDecimals(masked.map((row) => row[of] || '0'))
    const spent = subtractDecimals(sum('Paid'), sum('Refunded'))
    const figure = (label: string) => page.locator('dl > div').filter({ hasText: label }).getByRole('definition')
    await expect(figure('Paid less refunds').first()).toHaveText(new RegExp(`^${spent}0*\\sUSDC$`))
    await expect(page.getByRole('region', { name: 'By person' }).getByRole('rowheader')).toHaveText(['Not in People'])

    await fast.kill()
    for (const file of ['ledger.db', 'ledger.db-wal', 'cache.db', 'till.log']) {
      const bytes = await readFile(join(dataDir, file)).catch(() => Buffer.alloc(0))
      for (const text of ['Guadalupe', 'Oaxaca'])
        expect([file, text, bytes.includes(text)]).toEqual([file, text, false])
    }
  })

  /** Exports all purchases as a table, and reads it. */
  async function exported(recipients: 'Last digits' | 'In full'): Promise<Record<string, string>[]> {
    await page.getByRole('button', { name: 'Export…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: recipients }).click()
    if (recipients === 'In full') await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Save file' }).click()
    await expect(dialog).toBeHidden()
    const notice = page.getByText(/^Export saved: /)
    const path = ((await notice.textContent()) ?? '').replace('Export saved: ', '')
    await page.locator('.notice').filter({ has: notice }).getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toBeHidden()
    return parse(await readFile(path, 'utf8'), { columns: true, bom: true })
  }
})

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
