import type { Page } from 'playwright-core'
import { scriptedSale, scriptedShift } from '../../../src/testing/fixtures/sales.ts'
import { ago } from '../../../src/testing/fixtures/ago.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { atCounter, selling, withCounter } from './in-shop.ts'
import { emptyWallet, type Scene } from './scene.ts'

const lumo200 = '/sell?sku=lumo_MX_200-I'

/** At the counter of a service whose terms were accepted before. */
function sellingAgain(script: Script): void {
  atCounter(script)
  script['checkout.quote'] = { termsAccepted: true }
}
/** Types on the pad; "." is the decimal sign of any language. */
async function type(page: Page, digits: string): Promise<void> {
  const pad = page.locator('main [role=group]').last()
  for (const digit of digits)
    await pad.getByRole('button', { name: digit === '.' ? /^[.,]$/ : digit, exact: true }).click()
}
/** Types a number on the pad, and waits until the product takes it. */
async function dial(page: Page, digits = '5512345678'): Promise<void> {
  await page.locator('#sale-number').waitFor()
  await type(page, digits)
  await page.locator('main button.bg-green:not([disabled])').waitFor()
}
/** Asks for the price, and waits for the cash to be typed. */
async function charge(page: Page): Promise<void> {
  await dial(page)
  await page.locator('main button.bg-green').last().click()
  await page.locator('main label input').waitFor()
  await page.waitForFunction(() => document.querySelector('main button[aria-busy]') === null)
}
async function takeCash(page: Page, given: string): Promise<void> {
  await charge(page)
  await type(page, given)
}
async function sell(page: Page, given: string): Promise<void> {
  await takeCash(page, given)
  await page.locator('main button.bg-green').last().click()
  await page.locator('main ol').waitFor()
}

/** Scenes of a sale at the counter: the product, the number, the price and the cash. */
export const sellingScenes: readonly Scene[] = [
  { name: 'sell', path: '/sell', prepare: sellingAgain, act: (page) => page.locator('main li').first().waitFor() },
  {
    name: 'sell-long-names',
    path: '/sell',
    prepare(script) {
      sellingAgain(script)
      const names = ['Supermercados Guadalajara', 'Internationalverkehr', 'Farmacias de Similares y Descuentos', 'Oxo']
      script.counter = {
        ...script.counter,
        pages: script.counter.pages.map((page) => ({
          ...page,
          products: page.products.map((one, index) => ({
            ...one,
            product: { ...one.product, brandName: names[index] ?? one.product.brandName },
          })),
        })),
      }
    },
    act: (page) => page.locator('main li').first().waitFor(),
  },
  {
    name: 'sell-few-left',
    path: '/sell',
    prepare(script) {
      sellingAgain(script)
      script['sales.left'] = { count: 14, isLow: true, currency: 'MXN', price: '100' }
    },
    act: (page) => page.locator('main li').first().waitFor(),
  },
  {
    name: 'sell-manager-few-left',
    path: '/sell',
    prepare(script) {
      withCounter(script)
      script['sales.left'] = { count: 1, isLow: true, currency: 'MXN', price: '100' }
    },
    act: (page) => page.locator('main li').first().waitFor(),
  },
  {
    name: 'sell-manager-counted',
    path: '/sell',
    prepare(script) {
      withCounter(script)
      const counted = { amount: '1860', differs: 'short', by: '8.5' } as const
      const count = { at: ago(5), by: 'Ana', amount: '1860', expected: '1868.5', again: false, note: null }
      script.shifts = [{ ...scriptedShift(), counted, counts: [count] }]
    },
    act: (page) => page.locator('main [role=status]').first().waitFor(),
  },
  {
    name: 'sell-number',
    path: '/sell',
    prepare: sellingAgain,
    async act(page) {
      await page.locator('#sale-number').waitFor()
      await type(page, '551234')
    },
  },
  { name: 'sell-ready', path: lumo200, prepare: sellingAgain, act: (page) => dial(page) },
  {
    name: 'sell-wrong-number',
    path: lumo200,
    prepare: sellingAgain,
    async act(page) {
      await page.locator('#sale-number').waitFor()
      await type(page, '551234567890')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'sell-doubted-number',
    path: lumo200,
    prepare: sellingAgain,
    act: async (page) => {
      await page.locator('#sale-number').waitFor()
      await type(page, '2125551234')
      await page.getByRole('checkbox').waitFor()
    },
  },
  {
    name: 'sell-similar-number',
    path: lumo200,
    prepare(script) {
      sellingAgain(script)
      const doubt = { field: null, reason: 'similar-number', known: null, name: null, times: null } as const
      script['checkout.check'] = { reference: '+525512345679', problems: [], doubts: [doubt] }
    },
    act: async (page) => {
      await page.locator('#sale-number').waitFor()
      await type(page, '5512345679')
      await page.getByRole('checkbox').waitFor()
    },
  },
  {
    name: 'sell-similar-first',
    path: '/sell',
    prepare(script) {
      sellingAgain(script)
      const doubt = { field: null, reason: 'similar-number', known: null, name: null, times: null } as const
      script['checkout.doubtNumber'] = { doubts: [doubt] }
    },
    act: async (page) => {
      await page.locator('#sale-number').waitFor()
      await type(page, '5512345679')
      await page.getByRole('checkbox').waitFor()
    },
  },
  {
    name: 'sell-foreign-number',
    path: lumo200,
    prepare: sellingAgain,
    act: async (page) => {
      await page.locator('#sale-number').fill('+12125551234')
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'sell-cash', path: lumo200, prepare: sellingAgain, act: (page) => takeCash(page, '500') },
  { name: 'sell-cash-missing', path: lumo200, prepare: sellingAgain, act: (page) => takeCash(page, '100') },
  { name: 'sell-cash-unread', path: lumo200, prepare: sellingAgain, act: (page) => takeCash(page, '1.500') },
  {
    name: 'sell-raised',
    path: lumo200,
    prepare(script) {
      sellingAgain(script)
      script['sales.offer'] = { price: '194', raisedFrom: '189.5' }
    },
    act: charge,
  },
  { name: 'sell-terms', path: lumo200, prepare: atCounter, act: charge },
  {
    name: 'sell-asked',
    path: lumo200,
    prepare(script) {
      sellingAgain(script)
      script['sales.offer'] = {
        same: { number: 14, at: new Date(Date.now() - 120_000).toISOString(), by: 'Ana' },
        exceededLimits: [{ limit: 'perShift', left: '120' }],
      }
    },
    act: charge,
  },
  {
    name: 'sell-same',
    path: lumo200,
    prepare(script) {
      sellingAgain(script)
      script['sales.same'] = { number: 14, at: new Date(Date.now() - 120_000).toISOString(), by: 'Ana' }
    },
    async act(page) {
      await page.locator('#sale-number').waitFor()
      await type(page, '5512345678')
      await page.getByRole('checkbox').waitFor()
    },
  },
  {
    name: 'sell-mail',
    path: '/sell?sku=vireo_5GB_30-I',
    prepare: sellingAgain,
    act: (page) => page.locator('main form input').first().waitFor(),
  },
  {
    name: 'sell-find',
    path: '/sell',
    prepare: sellingAgain,
    async act(page) {
      await page.locator('main .lucide-search').click()
      await page.locator('main form input').fill('vireo')
      await page.locator('main form li').first().waitFor()
    },
  },
  {
    name: 'sell-short',
    path: lumo200,
    prepare(script) {
      sellingAgain(script)
      script.purchases = []
      script['checkout.quote'] = { problems: [{ problem: 'insufficient-token', blocking: true, detail: '3.2' }] }
    },
    async act(page) {
      await charge(page)
      await page.locator('main [role=radio]').first().waitFor()
    },
  },
  {
    name: 'sell-limited',
    path: lumo200,
    prepare(script) {
      sellingAgain(script)
      script.purchases = []
      script['checkout.quote'] = { problems: [{ problem: 'limit-day', blocking: true, detail: '0.894342' }] }
    },
    async act(page) {
      await charge(page)
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'sell-short-of-all',
    path: lumo200,
    prepare(script) {
      sellingAgain(script)
      emptyWallet(script)
    },
    act: charge,
  },
  {
    name: 'sold',
    path: lumo200,
    prepare: sellingAgain,
    act: (page) => sell(page, '500'),
  },
  {
    name: 'sold-delivered',
    path: lumo200,
    prepare(script) {
      sellingAgain(script)
      script['sales.confirm'] = ({ price, given }) => {
        script.sales = [scriptedSale(99, { price, given, status: 'delivered', at: ago(3) }), ...script.sales]
        return script.sales[0]
      }
    },
    act: (page) => sell(page, '500'),
  },
  {
    name: 'sold-whole-change',
    path: lumo200,
    prepare: sellingAgain,
    act: (page) => sell(page, '277.50'),
  },
  {
    name: 'sold-no-change',
    path: lumo200,
    prepare: sellingAgain,
    act: (page) => sell(page, '189.50'),
  },
  {
    name: 'sold-receipt',
    path: lumo200,
    prepare: sellingAgain,
    async act(page) {
      await takeCash(page, '500')
      await page.locator('main button.bg-green').last().click()
      await page.locator('main button:has(.lucide-receipt-text)').click()
      await page.getByRole('dialog').locator('article').waitFor()
    },
  },
  {
    name: 'sell-customer',
    path: lumo200,
    prepare: sellingAgain,
    async act(page) {
      await dial(page)
      await page.locator('main .lucide-rotate-cw').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'sell-closed',
    path: '/sell',
    prepare(script) {
      sellingAgain(script)
      script.shifts = []
    },
  },
  {
    name: 'sell-empty',
    path: '/sell',
    prepare(script) {
      selling(script)
    },
    act: (page) => page.locator('#sale-number').waitFor(),
  },
  { name: 'sell-manager', path: lumo200, prepare: withCounter, act: (page) => dial(page) },
  {
    name: 'cash-out',
    path: '/sales',
    prepare(script) {
      selling(script)
      script['shift.cashOut'] = { left: '200' }
    },
    async act(page) {
      await page.locator('main button[aria-haspopup=dialog]').first().click()
      await page.getByRole('dialog').locator('input').first().fill('500')
    },
  },
  {
    name: 'kiosk-requests',
    path: '/sell',
    prepare(script) {
      selling(script)
      script['budget.get'] = {
        limit: 100,
        used: 91,
        left: 9,
        refillsAt: new Date(Date.now() + 400_000).toISOString(),
        waitingUntil: null,
      }
    },
  },
]
