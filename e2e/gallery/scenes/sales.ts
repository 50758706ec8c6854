import type { Page } from 'playwright-core'
import { inMexico } from '../../../src/testing/receipts/in-mexico.ts'
import { sampleReceipt } from '../../../src/shared/receipts/sample-receipt.ts'
import { scriptedReport } from '../../../src/testing/fixtures/reports.ts'
import { scriptedSale, scriptedShift } from '../../../src/testing/fixtures/sales.ts'
import { ago } from '../../../src/testing/fixtures/ago.ts'
import { homeKiosk } from '../../../src/testing/fixtures/app.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { managing, reporting, selling } from './in-shop.ts'
import type { Scene } from './scene.ts'

async function openExport(page: Page): Promise<void> {
  await page.locator('button:has(.lucide-download)').click()
  await page.getByRole('dialog').waitFor()
}

/** The service's reference is an id of its database. */
function delivered(script: Script): void {
  selling(script)
  script['sales.delivery'] = { at: ago(12), transactionId: '8a0c1a4e-6e9c-4d0b-9d0a-3f5d8e1b2c3d' }
}

/** Scenes of a shop's sales, shifts and reports. */
export const salesScenes: readonly Scene[] = [
  { name: 'sales', path: '/sales', prepare: selling },
  {
    name: 'sales-at-home',
    path: '/sales',
    prepare(script) {
      selling(script)
      script.app = { ...script.app, kiosk: homeKiosk }
    },
  },
  {
    name: 'sales-refund',
    path: `/sales?sold=${scriptedSale(12).purchaseId}`,
    prepare: selling,
    async act(page) {
      await page.locator('main li button.bg-green').first().click()
      await page.getByRole('dialog').getByRole('radio').last().click()
    },
  },
  {
    name: 'sales-none',
    path: '/sales',
    prepare(script) {
      selling(script)
      script.sales = []
      script.shifts = []
    },
  },
  {
    name: 'sales-no-shift',
    path: '/sales',
    prepare(script) {
      managing(script)
      script.shifts = []
    },
  },
  { name: 'sale-delivered', path: `/sales/${scriptedSale(9).purchaseId}/receipt`, prepare: delivered },
  {
    name: 'sale-codes',
    path: `/sales/${scriptedSale(9).purchaseId}/receipt`,
    prepare(script) {
      delivered(script)
      script['sales.receipt'] = {
        ...sampleReceipt('en', ago(60), inMexico),
        number: '9',
        codes: [
          { kind: 'code', text: '6FGH-21KQ-P0ZV-77TR' },
          { kind: 'pin', text: '4821' },
          { kind: 'serial', text: '90812736455' },
        ],
        instructions: 'Dial *444* and the code, then # and the PIN.',
      }
    },
    act: async (page) => page.locator('article').getByText('4821').scrollIntoViewIfNeeded(),
  },
  {
    name: 'sale-give-back',
    path: `/sales/${scriptedSale(9).purchaseId}/receipt`,
    prepare(script) {
      delivered(script)
      managing(script)
    },
    async act(page) {
      await page.locator('main section button[aria-haspopup=dialog]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'sale-given-back',
    path: `/sales/${scriptedSale(9).purchaseId}/receipt`,
    prepare(script) {
      managing(script)
      const given = { at: ago(40), by: null, reason: 'wrong-number', delivered: true } as const
      script.sales = [scriptedSale(9, { refundedCash: given })]
      script['sales.receipt'] = {
        ...sampleReceipt('en', ago(60), inMexico),
        number: '9',
        state: 'given-back',
        refundedCash: '220',
      }
    },
  },
  { name: 'shift', path: '/sales/shift', prepare: managing },
  {
    name: 'shift-closed',
    path: '/sales/shift',
    prepare(script) {
      managing(script)
      const shift = scriptedShift()
      const counted = { amount: '1860', differs: 'short', by: '8.5' } as const
      const first = { at: ago(9), by: 'Ana', amount: '1760', expected: '1868.5', again: false, note: null }
      const note = 'A torn bill that the bank does not take, and some coins'
      const counts = [first, { ...first, at: ago(4), by: null, amount: '1860', again: true, note }]
      script.shifts = [
        {
          ...shift,
          closedAt: new Date().toISOString(),
          counted,
          counts,
          onChain: { at: new Date().toISOString(), payments: 9, found: 9 },
        },
      ]
    },
  },
  {
    name: 'shift-not-printed',
    path: '/sales/shift',
    prepare(script) {
      managing(script)
      script.fails['shift.print'] = { code: 'printer-failed', details: { reason: 'unreachable' } }
    },
    async act(page) {
      await page.locator('button:has(.lucide-printer)').click()
      await page.locator('main [role=alert]').waitFor()
    },
  },
  {
    name: 'shift-export',
    path: '/sales/shift',
    prepare: managing,
    act: openExport,
  },
  { name: 'report-day', path: '/sales/reports?period=2026-11-21', prepare: reporting },
  {
    name: 'report-products',
    path: '/sales/reports?period=2026-10',
    prepare: reporting,
    async act(page) {
      await page.locator('section button').last().click()
      await page.locator('section').nth(2).scrollIntoViewIfNeeded()
      await page
        .locator('section')
        .nth(2)
        .evaluate((section) => section.scrollIntoView())
    },
  },
  {
    name: 'report-clerks',
    path: '/sales/reports?period=2026-10',
    prepare: reporting,
    act: (page) => page.locator('section').nth(3).scrollIntoViewIfNeeded(),
  },
  { name: 'report-month', path: '/sales/reports?period=2026-10', prepare: reporting },
  {
    name: 'report-currencies',
    path: '/sales/reports?period=2026-11-21',
    prepare(script) {
      managing(script)
      script['sales.report'] = ({ period }) => ({
        currencies: scriptedReport(period, ['EUR', 'MXN']).currencies.map((book) => ({
          ...book,
          total: { ...book.total, marginLost: '16' },
          parts: book.parts.map((one, hour) => (hour === 10 ? { ...one, marginLost: '16' } : one)),
          products: book.products.map((one, place) => (place === 0 ? { ...one, marginLost: '16' } : one)),
          clerks: book.clerks.map((one) => (one.clerk === null ? { ...one, marginLost: '16' } : one)),
        })),
      })
    },
  },
  { name: 'report-none', path: '/sales/reports?period=2026-11-20', prepare: managing },
  {
    name: 'report-failed',
    path: '/sales/reports',
    prepare(script) {
      managing(script)
      script.fails['sales.report'] = { code: 'internal' }
    },
  },
  {
    name: 'report-export',
    path: '/sales/reports?period=2026-10',
    prepare: reporting,
    async act(page) {
      await openExport(page)
      await page.getByRole('radiogroup').first().getByRole('radio').last().click()
    },
  },
  {
    name: 'report-export-mistyped',
    path: '/sales/reports?period=2026-10',
    prepare(script) {
      reporting(script)
      script.fails['shift.export'] = { code: 'not-allowed', details: { reason: 'not-saved' } }
    },
    async act(page) {
      await openExport(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio').nth(1).click()
      await dialog.locator('button[type=submit]').click()
      await dialog.getByRole('alert').waitFor()
      await dialog.locator('input[type=text]').last().fill('2026-09-30')
    },
  },
]
