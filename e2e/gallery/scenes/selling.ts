import type { Page } from 'playwright-core'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { selling } from './in-shop.ts'
import { emptyWallet, type Scene } from './scene.ts'

/** Gets the price for `to` and shows it to the customer. */
async function showCustomer(page: Page, to: string): Promise<void> {
  await page.locator('main input').first().fill(to)
  await page.locator('main button.bg-green').last().click()
  await page.locator('main .text-40').waitFor()
  await page.locator('main .lucide-maximize-2, main .lucide-maximize2').click()
  await page.getByRole('dialog').waitFor()
}

/** Sells at a service whose terms were accepted before. */
function sellingAgain(script: Script): void {
  selling(script)
  script['checkout.quote'] = { termsAccepted: true }
}
/** Gets the price for a number and types the given cash on the pad. */
async function takeCash(page: Page, given: string): Promise<void> {
  await page.locator('input[type=tel]').fill('55 1234 5678')
  await page.locator('main button.bg-green').last().click()
  await page.locator('main .text-40').waitFor()
  const pad = page.locator('main form [role=group]').last()
  for (const digit of given) await pad.getByRole('button', { name: digit, exact: true }).click()
}

/** Scenes of a sale: the customer's number, the price and the cash. */
export const sellingScenes: readonly Scene[] = [
  {
    name: 'sale',
    path: '/checkout/lumo_MX_200-I',
    prepare: sellingAgain,
    act: (page) => takeCash(page, '200'),
  },
  {
    name: 'sale-cash-missing',
    path: '/checkout/lumo_MX_200-I',
    prepare: sellingAgain,
    act: (page) => takeCash(page, '100'),
  },
  {
    name: 'sale-cash-unread',
    path: '/checkout/lumo_MX_200-I',
    prepare: sellingAgain,
    act: (page) => takeCash(page, '1.500'),
  },
  {
    name: 'sale-number',
    path: '/checkout/lumo_MX_200-I',
    prepare: selling,
    async act(page) {
      const pad = page.getByRole('group')
      for (const digit of '5512345678') await pad.getByRole('button', { name: digit, exact: true }).click()
      await page.getByText('+52 55 1234 5678').first().waitFor()
    },
  },
  {
    name: 'sale-mail',
    path: '/checkout/vireo_5GB_30-I',
    prepare: selling,
  },
  {
    name: 'sale-terms',
    path: '/checkout/lumo_MX_200-I',
    prepare: selling,
    async act(page) {
      await page.locator('input[type=tel]').fill('55 1234 5678')
      await page.locator('main button.bg-green').last().click()
      await page.locator('main .text-40').waitFor()
    },
  },
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
    name: 'sale-customer',
    path: '/checkout/lumo_MX_200-I',
    prepare: selling,
    act: (page) => showCustomer(page, '55 1234 5678'),
  },
  {
    name: 'sale-customer-beside',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      selling(script)
      script.app = { ...script.app, settings: { ...script.app.settings, customerStands: 'beside' } }
    },
    act: (page) => showCustomer(page, '55 1234 5678'),
  },
  {
    name: 'sale-customer-mail',
    path: '/checkout/b8_MX_10-I',
    prepare(script) {
      selling(script)
      script.app = { ...script.app, settings: { ...script.app.settings, customerStands: 'beside' } }
    },
    act: (page) => showCustomer(page, 'alguien.con.nombre.largo@ejemplo.com'),
  },
  {
    name: 'sale-signed',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      selling(script)
      script.purchases = []
      script['checkout.quote'] = { termsAccepted: true }
    },
    async act(page) {
      await page.locator('input[type=tel]').fill('55 1234 5678')
      await page.locator('main button.bg-green').last().click()
      await page.locator('main summary').click()
      await page.locator('main details dl').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'sale-short',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      selling(script)
      script.purchases = []
      script['checkout.quote'] = { problems: [{ problem: 'insufficient-token', blocking: true, detail: '3.2' }] }
    },
    async act(page) {
      await page.locator('input[type=tel]').fill('55 1234 5678')
      await page.locator('main button.bg-green').last().click()
      await page.locator('main [role=radio]').first().waitFor()
    },
  },
  {
    name: 'sale-limited',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      selling(script)
      script.purchases = []
      script['checkout.quote'] = { problems: [{ problem: 'limit-day', blocking: true, detail: '0.894342' }] }
    },
    async act(page) {
      await page.locator('input[type=tel]').fill('55 1234 5678')
      await page.locator('main button.bg-green').last().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'sale-short-of-all',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      selling(script)
      emptyWallet(script)
    },
    act: (page) => page.locator('main [role=status], main [role=alert]').first().waitFor(),
  },
  {
    name: 'kiosk-requests',
    path: '/shop',
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
  {
    name: 'sale-asked',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      selling(script)
      script['checkout.quote'] = { termsAccepted: true }
      script['sales.offer'] = {
        same: { number: 14, at: new Date(Date.now() - 120_000).toISOString(), by: 'Ana' },
        exceededLimits: [{ limit: 'perShift', left: '120' }],
      }
    },
    async act(page) {
      await page.locator('input[type=tel]').fill('55 1234 5678')
      await page.locator('main button.bg-green').last().click()
      await page.locator('main .text-40').waitFor()
    },
  },
]
