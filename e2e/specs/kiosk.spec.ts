import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { decode } from '../../src/testing/receipts/decode.ts'
import { CounterPage } from '../pages/counter.ts'
import { goTo } from '../pages/goto.ts'
import { openReceiptPrinter } from '../support/receipt-printer.ts'
import { buy, topUp, untilStatus } from '../support/buy.ts'
import { addAna, beginSelling, signIn, typePin } from '../support/use-register.ts'
import { everyWindow, ask, expect, password, test } from '../support/test.ts'
import { touch, typeByTouch } from '../support/touch.ts'

const who = 'Who’s working?'

const confirmation = {
  purchaseId: '0b6c1f5e-6a53-4c0f-9a10-0000000000aa',
  quoteKey: '0b6c1f5e-6a53-4c0f-9a10-0000000000aa',
  totalAmount: '1',
  recipient: '0x',
  acceptTerms: true,
  acceptCoin: false,
  acceptNewRecipient: false,
  acceptNotSimulated: false,
}

async function manage(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Manager/ }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
}

test(
  'a manager turns on shop mode, a clerk signs in by PIN and can only sell, and only the password turns it off',
  { tag: everyWindow },
  async ({ fast, launch }) => {
    const { page } = fast
    const bought = await buy(page, topUp)
    await untilStatus(page, bought, 'delivered')
    await goTo(page, '/purchases')
    await expect(page.getByRole('heading', { name: 'Purchases' })).toBeVisible()
    await goTo(page, '/shop')
    await expect(page.getByRole('heading', { name: 'Buy again' })).toBeVisible()
    await addAna(page)
    await beginSelling(page)
    await page.getByRole('button', { name: 'Switch user' }).click()

    await expect(page.getByRole('heading', { name: who })).toBeVisible()
    await page.getByRole('radio', { name: 'Ana', exact: true }).click()
    await typePin(page, '4712')
    await expect(page.getByRole('alert')).toHaveText('Wrong PIN. 4 tries left.')
    await typePin(page, '4711')
    // Without a shift a clerk sees at once that nothing can be sold.
    await expect(page.getByText('You can sell after the manager opens one.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
    await goTo(page, '/settings')
    await expect(page).toHaveURL(/#\/sell/)
    await expect(ask(page, 'vault.reveal', { password })).rejects.toThrow(/not-allowed/)
    await expect(ask(page, 'settings.set', { lockAfterMinutes: 240 })).rejects.toThrow(/not-allowed/)
    await expect(ask(page, 'settings.set', { idleMinutes: 60 })).rejects.toThrow(/not-allowed/)

    await expect(ask(page, 'checkout.confirm', confirmation)).rejects.toThrow(/not-allowed/)
    await expect(ask(page, 'purchases.list', {})).rejects.toThrow(/not-allowed/)
    await expect(ask(page, 'purchases.get', { id: bought })).rejects.toThrow(/not-allowed/)
    const paymentMethod = await ask(page, 'checkout.lastPaymentMethod', undefined)
    expect(Object.keys(paymentMethod ?? {}).toSorted()).toEqual(['createdAt', 'networkKey', 'tokenKey'])
    await page.getByRole('button', { name: 'Switch user' }).click()
    await expect(page.getByRole('heading', { name: who })).toBeVisible()
    await expect(ask(page, 'checkout.lastPaymentMethod', undefined)).rejects.toThrow(/not-allowed/)
    await fast.kill()

    const again = await launch()
    await expect(again.page.getByRole('heading', { name: who })).toBeVisible()
    await expect(again.page.getByText('This register is locked')).toBeVisible()
    await expect(again.page.getByRole('radio', { name: 'Ana', exact: true })).toBeDisabled()
    // By touch alone, since a register need not have a keyboard.
    await touch(again.page, again.page.getByRole('button', { name: 'Manager unlock' }))
    await touch(again.page, again.page.getByRole('dialog').getByLabel('Password', { exact: true }))
    await typeByTouch(again.page, password)
    await touch(again.page, again.page.getByRole('group', { name: 'Keyboard' }).getByRole('button', { name: 'Enter' }))
    await expect(again.page.getByRole('link', { name: 'Settings' })).toBeVisible()
    await expect(again.page.getByText(/^1 wrong PIN for Ana, /)).toBeVisible()
    await again.page.getByRole('button', { name: 'Seen' }).click()
    await expect(again.page.getByText(/wrong PIN/)).toHaveCount(0)
    await goTo(again.page, '/settings/clerks')
    await again.page.getByRole('button', { name: 'Turn off shop mode' }).click()
    const ending = again.page.getByRole('dialog')
    await ending.getByLabel('Password', { exact: true }).fill(password)
    await ending.getByRole('button', { name: 'Turn off shop mode' }).click()
    await expect(again.page.getByRole('button', { name: 'Turn on shop mode' })).toBeVisible()
    expect((await ask(again.page, 'app.get', undefined)).kiosk).toEqual({ on: false, role: 'manager', clerk: null })
  },
)

test('a shift sells for cash: Till shows the change, the drawer adds up, and the cash of a failed sale is refunded', async ({
  fast,
  launch,
}) => {
  const { page } = fast
  await addAna(page)
  await goTo(page, '/settings/prices')
  await page.getByLabel('The shop’s currency').selectOption('MXN')
  await page.getByLabel('One US dollar is').fill('20')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByLabel('Markup in percent').fill('10')
  await page.getByLabel('Round up to').fill('5')
  await page.getByRole('button', { name: 'Save prices' }).click()
  await expect(page.getByText('Prices saved.')).toBeVisible()
  const printer = await openReceiptPrinter()
  const head = await ask(page, 'shop.get', undefined)
  await ask(page, 'shop.set', { ...head, printer: { host: '127.0.0.1', port: printer.port } })
  await goTo(page, '/settings/clerks')
  await beginSelling(page)
  await page.getByRole('link', { name: 'Sales' }).click()
  await page.getByRole('link', { name: 'Shift' }).click()
  await page.getByRole('link', { name: 'Count the starting cash' }).click()
  await page.getByRole('button', { name: 'Type one total instead' }).click()
  await page.getByLabel('Starting cash').fill('500')
  await page.getByRole('button', { name: 'Open the shift' }).click()
  await expect(page.getByRole('heading', { name: 'X report, shift 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Switch user' }).click()

  await signIn(page)
  const counter = new CounterPage(page)
  const sell = async (sku: string, label: string, value: string): Promise<void> => {
    await goTo(page, `/sell?sku=${sku}`)
    await page.getByRole('textbox', { name: label }).fill(value)
    await counter.charge.click()
    await counter.readPrice()
    await counter.given.fill('500')
    await counter.sell.click()
    await expect(counter.next).toBeVisible({ timeout: 30_000 })
  }
  await sell('nimbus-mobile_MX_20.00-I', 'Phone number', '55 1234 5678')
  const sold = (await ask(page, 'sales.list', {})).sales[0]!
  expect(Number(sold.price) % 5).toBe(0)
  expect(Number(sold.change)).toBe(500 - Number(sold.price))
  await expect(page.getByRole('region', { name: 'Just sold' }).getByText('Delivered').first()).toBeVisible({
    timeout: 30_000,
  })

  // The printer printed the receipt at once, and prints it again as a copy.
  await expect.poll(() => printer.receipts.length).toBe(1)
  await page.getByRole('link', { name: 'Sales' }).click()
  await page.getByRole('link', { name: 'Receipt of sale 1' }).click()
  await page.getByRole('button', { name: 'Print again' }).click()
  await expect.poll(() => printer.receipts.length).toBe(2)
  const [first, copy] = printer.receipts.map((receipt) => decode(receipt).lines.map(({ text }) => text.trim()))
  expect(first!.some((line) => line.includes('+525512345678') || line.includes('55 1234 5678'))).toBe(true)
  expect(copy).not.toEqual(first)

  await sell('sandbox_US_5.00-I', 'E-mail', 'someone@example.com')
  await page.getByRole('link', { name: 'Sales' }).click()
  const refundCash = page.getByRole('button', { name: /^Refund / })
  await expect(refundCash).toBeVisible({ timeout: 30_000 })
  await fast.kill()
  await printer.close()

  const again = (await launch()).page
  await manage(again)
  await goTo(again, '/sales')
  await again.getByRole('button', { name: /^Refund / }).click()
  await again.getByRole('radio', { name: 'Not delivered' }).click()
  await again.getByRole('button', { name: 'Cash refunded' }).click()
  await expect(again.getByText('Cash refunded')).toBeVisible()
  await again.getByRole('link', { name: 'Shift' }).click()
  const drawer = 500 + Number(sold.price)
  await expect(again.getByRole('heading', { name: 'X report, shift 1' })).toBeVisible()
  await expect(again.getByText('The sums show after the drawer is counted.')).toBeVisible()
  await again.getByRole('link', { name: 'Count the drawer' }).click()
  const countTotal = async (total: number): Promise<void> => {
    await again.getByRole('button', { name: 'Type one total instead' }).click()
    await again.getByLabel('Counted in the drawer').fill(String(total))
    await expect(again.getByText('Expected in drawer')).toHaveCount(0)
    await again.getByRole('button', { name: 'Submit count' }).click()
  }
  await countTotal(drawer + 10)
  await expect(again.getByRole('heading', { name: /10\.00 over$/ })).toBeVisible()
  await again.getByRole('button', { name: 'Count again' }).click()
  await countTotal(drawer)
  await again.getByRole('button', { name: 'Close the shift' }).click()
  await again.getByRole('dialog').getByRole('button', { name: 'Close the shift' }).click()
  await expect(again.getByRole('heading', { name: 'Z report, shift 1' })).toBeVisible()
  await again.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(again.getByRole('alert')).toContainText('no printer listens on this port')
  const evening = await openReceiptPrinter()
  await ask(again, 'shop.set', { ...head, printer: { host: '127.0.0.1', port: evening.port } })
  await again.getByRole('button', { name: 'Print', exact: true }).click()
  await expect.poll(() => evening.receipts.length).toBe(1)
  const zReport = decode(evening.receipts[0]!).lines.map(({ text }) => text.trim())
  expect(zReport).toContain('Z report, shift 1')
  await again.emulateMedia({ media: 'print' })
  await expect(again.getByRole('heading', { name: 'Z report, shift 1' })).toBeVisible()
  await expect(again.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden()
  await expect(again.getByRole('button', { name: 'Print', exact: true, includeHidden: true })).toBeHidden()
  await again.emulateMedia({ media: null })
  expect(zReport).toContainEqual(expect.stringMatching(/^1 refund +-MX\$/))
  await evening.close()
  expect(await ask(again, 'shift.report', { number: 1 })).toMatchObject({
    expected: String(drawer),
    sold: { count: 2 },
    refundedCash: { count: 1 },
    counted: { differs: 'even' },
  })

  // The evening's reports say the same.
  await goTo(again, '/sales/reports')
  await expect(again.getByRole('group', { name: 'By product' }).getByRole('row')).toHaveCount(3)
  await again.emulateMedia({ media: 'print' })
  await expect(again.getByRole('button')).toHaveCount(0)
  await expect(again.getByRole('group', { name: 'By product' })).toBeVisible()
  await again.emulateMedia({ media: null })
  await again.getByRole('button', { name: 'Export', exact: true }).click()
  await again.getByRole('button', { name: 'Save file' }).click()
  const saved = again.getByText(/^Export saved: /)
  await expect(saved).toBeVisible()
  const path = ((await saved.textContent()) ?? '').replace('Export saved: ', '').trim()
  const [columns = '', ...lines] = (await readFile(path, 'utf8')).trim().split('\r\n')
  const exported = lines.map((line) =>
    Object.fromEntries(columns.split(',').map((column, index) => [column, line.split(',')[index]])),
  )
  expect(exported).toMatchObject([
    { Price: sold.price, Recipient: '•••678', Outcome: 'Delivered', 'Refunded at': '' },
    { Profit: '0', 'Refunded in shift': '1' },
  ])
  for (const { 'Payment hash': hash } of exported) expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
})
