import { scriptedVariants } from '../../../src/testing/fixtures/catalog.ts'
import type { Page } from 'playwright-core'
import { scriptedBlindShift, scriptedSale, scriptedShift } from '../../../src/testing/fixtures/sales.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { managing, selling } from './in-shop.ts'
import type { Scene } from './scene.ts'

function clerkCounts(script: Script): void {
  selling(script)
  script.shifts = [scriptedBlindShift()]
}
function managerCounts(script: Script): void {
  managing(script)
  script.shifts = [scriptedBlindShift()]
}
/** Two sales failed whose cash was not given back yet. */
function owesCash(script: Script): void {
  managerCounts(script)
  script.sales = [14, 13].map((number) => scriptedSale(number, { status: 'failed', owed: true }))
}
/** Opens the shift page, or the count, without a shift. */
function betweenShifts(script: Script): void {
  managing(script)
  script.shifts = []
}

/** Types how many there are of each bill and coin, and leaves the last row chosen. */
async function countPieces(page: Page): Promise<void> {
  const fields = page.locator('main li input')
  await fields.first().waitFor()
  for (const [index, digits] of ['1', '4', '7', '14', '11', '9', '3', '22', '31', '18', '27'].entries())
    await fields.nth(index).fill(digits)
  await fields.last().focus()
}
async function typeTotal(page: Page, total: string): Promise<void> {
  await page.locator('main li input').first().waitFor()
  await page.locator('main form button').last().click()
  await page.locator('main form input').fill(total)
}
async function submitTotal(page: Page, total: string): Promise<void> {
  await typeTotal(page, total)
  await page.locator('main button[type=submit]').click()
  await page.locator('main dl').waitFor()
}

/** A clerk who took cash to the bank and opened the drawer twice. */
function usesDrawer(script: Script): void {
  clerkCounts(script)
  const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
  script['shift.entries'] = {
    moves: [{ at: at(90), direction: 'out', amount: '300', reason: 'Bank' }],
    openings: [
      { at: at(60), reason: 'Give change' },
      { at: at(12), reason: 'A customer wanted to see whether the note is still in the drawer' },
    ],
  }
}

/** Scenes of the drawer, and of counting it. */
export const drawerScenes: readonly Scene[] = [
  { name: 'drawer', path: '/drawer', prepare: usesDrawer },
  { name: 'drawer-empty', path: '/drawer', prepare: clerkCounts },
  {
    name: 'drawer-open',
    path: '/drawer',
    prepare: usesDrawer,
    async act(page) {
      await page.locator('main button[aria-haspopup=dialog]').nth(2).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'drawer-recorded',
    path: '/drawer',
    prepare: usesDrawer,
    async act(page) {
      await page.locator('main button[aria-haspopup=dialog]').nth(2).click()
      await page
        .getByRole('dialog')
        .locator('button', { hasNot: page.locator('.lucide-x') })
        .first()
        .click()
      await page.locator('[data-notices] p').first().waitFor()
    },
  },
  { name: 'shift-blind', path: '/sales/shift', prepare: managerCounts },
  {
    name: 'shift-prices-changed',
    path: '/sales/shift',
    prepare(script) {
      managerCounts(script)
      const [one, other] = scriptedVariants
      script['prices.changes'] = {
        currency: 'MXN',
        changes: [one, other].flatMap((product) => (product ? [{ product, before: '110', now: '116' }] : [])),
      }
    },
    act: (page) => page.locator('main summary').first().click(),
  },
  { name: 'shift-not-open', path: '/sales/shift', prepare: betweenShifts },
  { name: 'count', path: '/drawer/count', prepare: clerkCounts, act: countPieces },
  { name: 'count-manager', path: '/drawer/count', prepare: managerCounts, act: countPieces },
  { name: 'count-owed', path: '/drawer/count', prepare: owesCash },
  { name: 'count-owed-short', path: '/drawer/count', prepare: owesCash, act: (page) => submitTotal(page, '1860') },
  { name: 'sales-owed', path: '/sales?owed=yes', prepare: owesCash },
  { name: 'count-open', path: '/drawer/count', prepare: betweenShifts },
  {
    name: 'count-open-other',
    path: '/drawer/count',
    prepare(script) {
      managing(script)
      const counted = { amount: '1832.5', differs: 'even', by: '0' } as const
      script.shifts = [{ ...scriptedShift(), closedAt: new Date().toISOString(), counted }]
    },
    async act(page) {
      await typeTotal(page, '300')
      await page.locator('main button[type=submit]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'count-total', path: '/drawer/count', prepare: clerkCounts, act: (page) => typeTotal(page, '1860') },
  { name: 'count-short', path: '/drawer/count', prepare: clerkCounts, act: (page) => submitTotal(page, '1860') },
  { name: 'count-even', path: '/drawer/count', prepare: managerCounts, act: (page) => submitTotal(page, '1868.5') },
  {
    name: 'count-close',
    path: '/drawer/count',
    prepare: managerCounts,
    async act(page) {
      await submitTotal(page, '1860')
      await page.locator('main button[aria-haspopup=dialog]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'count-no-shift',
    path: '/drawer/count',
    prepare(script) {
      selling(script)
      script.shifts = []
    },
  },
]
