import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { Frame } from '../../e2e/pages/frame.ts'
import { goTo } from '../../e2e/pages/goto.ts'
import { WalletPage } from '../../e2e/pages/wallet.ts'
import { ask } from '../../e2e/support/ask.ts'
import { createScreenshots } from '../../e2e/support/screenshots.ts'
import { launchTill, type RunningTill } from '../../e2e/support/launch-till.ts'
import { openReceiptPrinter } from '../../e2e/support/receipt-printer.ts'
import { controlSandbox } from '../../e2e/support/sandbox-control.ts'
import { buildIfNeeded } from '../launch/build-if-needed.ts'
import { findOrInstallBrowser } from '../launch/find-browser.ts'
import { startSandbox } from '../launch/start-sandbox.ts'
import { checkShift, type ShiftCheck } from './check-shift.ts'
import { amountIn, nextCustomer, sell, type Order } from './clerk.ts'
import { createTouchCounter } from './touch-counter.ts'
import { makeWallet } from './make-wallet.ts'
import { closeShift, clerks, manage, openShop, signOut } from './manager.ts'

const folder = join(import.meta.dirname, '../../demo/kiosk')
const float = 500
const broughtIn = 200

const numbered = (to: string): Order => ({ product: /Nimbus Mobile ?MX\$20(?!\d)/, to })
const gift = { page: 'Gifts', product: /Pixelforge Arcade/ }
const broken = { page: 'Gifts', product: /Sandbox/ }

/**
 * Ana's ten customers: one comes twice, one wants more than she may sell, and one purchase fails. No number is like another, because Till
 * asks about a number one slip from a usual one.
 */
const morning: readonly Order[] = [
  { ...numbered('5512345601'), pictured: 'sale' },
  { ...numbered('5512345612'), exact: true },
  numbered('5512345623'),
  { ...numbered('5512345623'), asks: 'same', pictured: 'same-again' },
  numbered('5512345634'),
  { ...gift, to: 'ines@example.org', asks: 'manager', pictured: 'above-the-limit' },
  { ...broken, to: 'omar@example.org', exact: true },
  numbered('5512345645'),
  numbered('5512345656'),
  numbered('5512345667'),
]
/** Bruno's customers, after the power cut. */
const evening: readonly Order[] = [
  ...['6031', '6142', '6253', '6364', '6475', '6586', '6697', '6708', '6819', '6920'].map((end) => numbered(`551234${end}`)),
]

interface DemoShift extends ShiftCheck {
  /** Touches except digits, from the tile to the next customer. */
  readonly touchesMedian: number
  /** The most touches of a sale without extra questions, after the terms were accepted. */
  readonly touchesMost: number
  /** The counted cash, less what the Z report expects. */
  readonly cashDifference: string
  readonly receipts: number
  readonly screens: number
}

/** Plays a shift of twenty sales by two clerks on the real screens, with failures; throws where the result does not add up. */
export async function demoShift(): Promise<DemoShift> {
  console.log('Playing a shift on the real screens; the pictures go to demo/kiosk/.')
  findOrInstallBrowser()
  buildIfNeeded()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'till-demo-'))
  const printer = await openReceiptPrinter()
  console.log('Starting the sandbox and Till…')
  const sandbox = await startSandbox()
  const launch = async (): Promise<RunningTill> => {
    const started = await launchTill({ shell: 'chromium', dataDir, sandboxFile: sandbox.profileFile, locale: 'en' })
    started.page.setDefaultTimeout(20_000)
    // A headless screen is small, and a register's window fills it: it would show the phone layout.
    await started.page.setViewportSize({ width: 1280, height: 800 })
    return started
  }
  let till = await launch()
  const page = (): Page => till.page
  const screenshots = createScreenshots(page, folder)
  const touches = createTouchCounter()
  const done: { readonly takings: number; readonly touches: number; readonly isPlain: boolean }[] = []
  const serve = async (orders: readonly Order[]): Promise<void> => {
    for (const [index, order] of orders.entries()) {
      touches.count()
      const takings = await sell(page(), touches, screenshots, order)
      if (index + 1 < orders.length) await nextCustomer(page(), touches)
      done.push({ takings, touches: touches.count(), isPlain: order.asks === undefined && done.length > 0 })
      console.log(`Sale ${done.length}…`)
    }
  }
  const signIn = async ({ name, pin }: (typeof clerks)[number]): Promise<void> => {
    await touches.tap(page().getByRole('radio', { name, exact: true }))
    await touches.digits(page().getByRole('form'), pin)
    await touches.tap(page().getByRole('button', { name: 'Enter' }))
    await page().getByRole('region', { name: 'Counter' }).waitFor()
  }
  try {
    await makeWallet(till, screenshots)
    await new Frame(page()).go('Wallet')
    await new WalletPage(page()).getPlayMoney()
    await page().getByRole('button', { name: 'Dismiss' }).click()
    await openShop(page(), screenshots, printer.port)
    await signOut(page())
    await screenshots.take('who-is-at-the-till')

    await signIn(clerks[0])
    await screenshots.take('the-counter')
    await serve(morning)
    console.log('Cutting the power during a sale…')
    expect((await ask(page(), 'sales.list', { limit: 1 })).sales[0]?.status).toMatch(/^(paying|on-its-way)$/)
    await till.kill()
    till = await launch()
    await expect(page().getByText('This register is locked')).toBeVisible()
    await screenshots.take('locked-after-a-crash')
    await manage(page())
    await goTo(page(), '/sales')
    await page().getByRole('link', { name: 'Shift' }).click()
    await expect(page().getByRole('heading', { name: 'X report, shift 1' })).toBeVisible()
    await screenshots.take('x-report')
    await signOut(page())

    await signIn(clerks[1])
    await goTo(page(), '/sales')
    const refundCash = page().getByRole('button', { name: /^Refund / })
    await refreshUntil(page(), refundCash, 1)
    await screenshots.take('cash-owed')
    const handedBack = amountIn(await refundCash.innerText())
    await refundCash.click()
    await page().getByRole('radio', { name: 'Not delivered' }).click()
    await page().getByRole('button', { name: 'Cash refunded' }).click()
    await expect(page().getByText('Cash refunded')).toBeVisible()
    await page().getByRole('button', { name: 'Cash in or out' }).click()
    const moving = page().getByRole('dialog')
    await moving.getByRole('radio', { name: 'Into the drawer' }).click()
    await moving.getByLabel('Amount').fill(String(broughtIn))
    await moving.getByRole('textbox', { name: 'Reason' }).fill('Coins from the bank')
    await screenshots.take('cash-in')
    await moving.getByRole('button', { name: 'Record' }).click()
    await expect(moving).toHaveCount(0)
    await goTo(page(), '/sell')
    await page().getByRole('region', { name: 'Counter' }).waitFor()
    await serve(evening)

    await goTo(page(), '/sales')
    await page().getByLabel('Find a sale by number, time, price or phone number').fill('12')
    await page().getByRole('link', { name: 'Receipt of sale 12' }).click()
    const before = printer.receipts.length
    await page().getByRole('button', { name: 'Print again' }).click()
    await expect.poll(() => printer.receipts.length).toBe(before + 1)
    await screenshots.take('receipt')
    await goTo(page(), '/sales')
    await refreshUntil(page(), page().getByRole('list', { name: 'Sales' }).getByText('Delivered', { exact: true }), done.length - 1)
    await screenshots.take('the-board')
    await signOut(page())
    await manage(page())

    const drawer = float + broughtIn + done.reduce((sum, { takings }) => sum + takings, 0) - handedBack
    await closeShift(page(), screenshots, drawer)
    const { counted } = await ask(page(), 'shift.report', { number: 1 })
    const cashDifference = (Number(counted?.by) * (counted?.differs === 'short' ? -1 : 1)).toFixed(2)
    const check = await checkShift(page(), controlSandbox(sandbox))
    const result = {
      ...check,
      touchesMedian: median(done.map((sale) => sale.touches)),
      touchesMost: Math.max(...done.filter(({ isPlain }) => isPlain).map((sale) => sale.touches)),
      cashDifference,
      receipts: printer.receipts.length,
      screens: screenshots.count(),
    }
    const addsUp = check.chainMatchesShift && cashDifference === '0.00' && check.sales === done.length
    if (!addsUp || result.touchesMost > 6)
      throw new Error(`The shift does not add up: ${JSON.stringify(result)}`)
    return result
  } catch (error) {
    await screenshots.take('where-it-stopped').catch(() => undefined)
    throw error
  } finally {
    await till.close()
    await printer.close()
    await sandbox.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Refreshes the sales, as often as Till allows, until `wanted` is there `count` times. */
async function refreshUntil(page: Page, wanted: Locator, count: number): Promise<void> {
  await expect(async () => {
    const refresh = page.getByRole('button', { name: 'Refresh' })
    if (await refresh.isVisible()) await refresh.click()
    await expect(wanted).toHaveCount(count, { timeout: 16_000 })
  }).toPass({ timeout: 120_000 })
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
