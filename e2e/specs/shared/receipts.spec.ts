import type { Page } from '@playwright/test'
import { decode } from '../../../src/testing/receipts/decode.ts'
import { goTo } from '../../pages/goto.ts'
import { openReceiptPrinter } from '../../support/receipt-printer.ts'
import { ask, expect, test } from '../../support/test.ts'

/** Returns the pages of a PDF, in mm. */
function pagesOf(pdf: Buffer): { width: number; height: number }[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)
  const mm = (points: string | undefined): number => (Number(points) * 25.4) / 72
  return [...boxes].map(([, width, height]) => ({ width: mm(width), height: mm(height) }))
}

/** Draws a JPEG of 200 by 50 dots, its left half black. */
async function photo(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 50 })
    const paper = canvas.getContext('2d')!
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, 200, 50)
    paper.fillStyle = '#000'
    paper.fillRect(0, 0, 100, 50)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

test('a shop sets up its receipt, a network printer prints a test, and a printer that is off is reported', async ({
  shared,
}) => {
  const { page } = shared
  const head = await ask(page, 'shop.get', undefined)
  await goTo(page, '/settings/shop')
  const printer = await openReceiptPrinter()
  await page.getByLabel('Name', { exact: true }).fill('Abarrotes Lupita')
  // A logo in another format becomes a PNG for the printer.
  await page.getByLabel('Logo').setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: await photo(page) })
  await page.getByRole('radio', { name: '58 mm' }).click()
  await page.getByRole('radio', { name: 'Network printer' }).click()
  await page.getByLabel('Name or address').fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(printer.port))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Print test receipt' }).click()
  await expect(page.getByText('Sent.')).toBeVisible()
  const [receipt] = printer.receipts
  const { lines, qr, cuts, pictures } = decode(receipt!)
  const [logo] = pictures
  expect(logo?.rows).toHaveLength(58)
  expect(logo?.rows[29]).toMatch(/^#{112,}[.#]{0,8}\.{108,}$/)
  expect(lines[1]).toEqual({ text: 'Abarrotes Lupita', bold: true, large: true })
  expect(lines.map(({ text }) => text)).toContain(`Price${'$22.00'.padStart(27)}`)
  expect([qr.length, cuts]).toEqual([1, 1])

  await printer.close()
  await page.getByRole('button', { name: 'Print test receipt' }).click()
  await expect(page.getByRole('alert')).toContainText('no printer listens on this port')
  await ask(page, 'shop.set', head)
})

test('each paper size prints as one page of that size, without the screen around it', async ({ shared }, info) => {
  test.skip(info.project.name !== 'chromium', 'Only headless Chromium prints to a PDF')
  const { page } = shared
  await goTo(page, '/settings/shop')
  const roll = async (paper: string): Promise<{ width: number; height: number }[]> => {
    await page.getByRole('radio', { name: paper }).click()
    await expect(page.locator(`[data-paper="${paper.replace(' mm', '')}"]`)).toBeVisible()
    return pagesOf(await page.pdf({ preferCSSPageSize: true }))
  }
  for (const [paper, wide] of [
    ['58 mm', 58],
    ['80 mm', 80],
  ] as const) {
    const before = await roll(paper)
    expect(before).toHaveLength(1)
    expect(Math.abs(before[0]!.width - wide)).toBeLessThan(0.5)
    // A longer receipt makes the page longer, never a second page.
    await page.getByLabel('Text at the end').fill('Gracias\n'.repeat(20))
    const after = await roll(paper)
    expect(after).toHaveLength(1)
    expect(after[0]!.height).toBeGreaterThan(before[0]!.height + 50)
    await page.getByLabel('Text at the end').fill('')
  }
  const [sheet, ...more] = await roll('A4')
  expect(more).toEqual([])
  expect(Math.abs(sheet!.width - 210)).toBeLessThan(0.5)
  expect(Math.abs(sheet!.height - 297)).toBeLessThan(0.5)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
  for (const gone of [
    page.getByRole('heading', { name: 'Receipt and printer' }),
    page.getByLabel('Tax number'),
    page.getByRole('navigation').first(),
  ])
    await expect(gone).toBeHidden()
})
