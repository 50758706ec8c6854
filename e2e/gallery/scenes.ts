import type { Page } from 'playwright-core'
import { scriptedPurchase } from '../support/scripted-state.ts'
import type { Script, ScriptedBridge } from '../support/scripted-bridge.ts'

export interface Scene {
  readonly name: string
  /** The path after the hash. */
  readonly path: string
  readonly prepare?: (script: Script) => void
  /** What a person does before the picture is taken. */
  readonly act?: (page: Page, scripted: ScriptedBridge) => Promise<void>
}

const id = (number: number): string => `0b6c1f5e-6a53-4c0f-9a10-${String(number).padStart(12, '0')}`
const firstRun = (script: Script): void => {
  script.app = { ...script.app, profile: null, wallet: null, locked: true }
}
const noWallet = (script: Script): void => {
  script.app = { ...script.app, wallet: null, locked: true }
}
const locked = (script: Script): void => {
  script.app = { ...script.app, locked: true }
}
const offline = (script: Script): void => {
  script.connection = { service: 'offline', since: new Date().toISOString(), error: 'offline' }
}
async function newPassword(page: Page): Promise<void> {
  const fields = page.locator('input[autocomplete="new-password"]')
  await fields.nth(0).fill('seven calm green boats')
  await fields.nth(1).fill('seven calm green boats')
}
async function fillPhone(page: Page): Promise<void> {
  await page.locator('input[type="tel"]').fill('5512345678')
}
async function quote(page: Page): Promise<void> {
  await fillPhone(page)
  await page.locator('main section').nth(2).getByRole('button').first().click()
  await page.getByRole('timer').waitFor()
}

/** Every screen in the states that a person meets. */
export const scenes: Scene[] = [
  { name: 'welcome', path: '/welcome', prepare: firstRun },
  { name: 'welcome-service', path: '/welcome/service', prepare: firstRun },
  {
    name: 'welcome-service-own',
    path: '/welcome/service',
    prepare(script) {
      firstRun(script)
      script.fails['profile.test'] = { code: 'service-unauthorized' }
    },
    async act(page) {
      await page.getByRole('radio').nth(1).click()
      await page.locator('input[type="url"]').fill('https://shop.example')
      await page.locator('form input[type="text"]').first().fill('corner-shop')
      await page.locator('form button[type="button"]').last().click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'welcome-wallet', path: '/welcome/wallet', prepare: noWallet },
  {
    name: 'welcome-password',
    path: '/welcome/new',
    prepare: noWallet,
    async act(page) {
      await newPassword(page)
    },
  },
  {
    name: 'welcome-words',
    path: '/welcome/new',
    prepare: noWallet,
    async act(page) {
      await newPassword(page)
      await page.locator('button[type="submit"]:enabled').click()
      await page.getByRole('checkbox').waitFor()
    },
  },
  {
    name: 'welcome-check',
    path: '/welcome/new',
    prepare: noWallet,
    async act(page) {
      await newPassword(page)
      await page.locator('button[type="submit"]:enabled').click()
      await page.getByRole('checkbox').click()
      await page.locator('main button.bg-green').click()
      for (const field of await page.locator('form input').all()) await field.fill('wrong')
      await page.locator('button[type="submit"]').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'welcome-restore',
    path: '/welcome/restore',
    prepare: noWallet,
    async act(page) {
      await page
        .locator('textarea')
        .fill('lemon orbit hazard quiet velvet tunnel pencil garden metal summer fiber anchor')
      await newPassword(page)
      await page.locator('button[type="submit"]:enabled').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  { name: 'unlock', path: '/shop', prepare: locked },
  {
    name: 'unlock-wrong',
    path: '/unlock',
    prepare: locked,
    async act(page) {
      await page.locator('input[type="password"]').fill('no')
      await page.locator('button[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'unlock-throttled',
    path: '/unlock',
    prepare(script) {
      locked(script)
      script.fails['vault.unlock'] = { code: 'throttled', details: { until: Date.now() + 40_000 } }
    },
    async act(page) {
      await page.locator('input[type="password"]').fill('no')
      await page.locator('button[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  { name: 'shop', path: '/shop' },
  {
    name: 'shop-search',
    path: '/shop?q=vireo',
  },
  { name: 'shop-filtered', path: '/shop?type=gift_card&category=music' },
  { name: 'shop-nothing', path: '/shop?q=zzz' },
  {
    name: 'shop-phone',
    path: '/shop?q=%2B57%20300%20123%204567',
  },
  { name: 'shop-place', path: '/shop?q=lumo%20spain' },
  { name: 'shop-number', path: '/shop?q=999' },
  {
    name: 'shop-scrolled',
    path: '/shop',
    async act(page) {
      await page.evaluate(() => window.scrollTo(0, 2600))
      await page.waitForFunction(() => document.querySelectorAll('main li').length > 10)
    },
  },
  { name: 'shop-offline', path: '/shop', prepare: offline },
  {
    name: 'shop-first-load',
    path: '/shop',
    prepare(script) {
      script.status = { ...script.status, refreshedAt: null, brands: 0, variants: 0, refreshing: true }
      script.variants = []
      script.purchases = []
    },
  },
  {
    name: 'shop-failed',
    path: '/shop',
    prepare(script) {
      offline(script)
      script.status = { ...script.status, refreshedAt: null, brands: 0, variants: 0, error: 'offline' }
      script.variants = []
    },
  },
  {
    name: 'shop-countries',
    path: '/shop',
    async act(page) {
      await page.locator('header button[aria-haspopup="dialog"]').click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'shop-select',
    path: '/shop',
    async act(page) {
      await page.locator('main select').first().click()
    },
  },
  { name: 'brand', path: '/brand/lumo' },
  {
    name: 'brand-plans',
    path: '/brand/vireo',
    async act(page) {
      await page.locator('details').last().locator('summary').click()
    },
  },
  { name: 'brand-missed', path: '/brand/lumo?country=US' },
  { name: 'brand-gone', path: '/brand/none' },
  { name: 'checkout', path: '/checkout/lumo_MX_200-I' },
  {
    name: 'checkout-fields',
    path: '/checkout/vireo_5GB_30-I',
    async act(page) {
      await page.locator('input[type="email"]').fill('ana')
      await page.locator('form').nth(1).locator('input').nth(1).focus()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'checkout-short',
    path: '/checkout/lumo_MX_200-I',
    async act(page) {
      await page.locator('input[type="tel"]').fill('551234567')
      await page.locator('main section').nth(2).getByRole('button').first().click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  { name: 'checkout-quoted', path: '/checkout/lumo_MX_200-I', act: quote },
  {
    name: 'checkout-problems',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script.quote = {
        problems: [
          { problem: 'insufficient-token', blocking: true, detail: '4.2' },
          { problem: 'insufficient-gas', blocking: true, detail: '0.0021' },
          { problem: 'request-refused', blocking: true, detail: 'wrong-coin' },
          { problem: 'recipient-changed', blocking: false, detail: null },
        ],
      }
    },
    act: quote,
  },
  {
    name: 'checkout-consents',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script.quote = {
        problems: [
          { problem: 'recipient-changed', blocking: false, detail: null },
          { problem: 'not-simulated', blocking: false, detail: null },
        ],
      }
    },
    act: quote,
  },
  {
    name: 'checkout-expired',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script.quote = { expiresAt: new Date(Date.now() - 1000).toISOString() }
    },
    act: quote,
  },
  {
    name: 'checkout-price-only',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script.quote = { payment: null, problems: [{ problem: 'price-only', blocking: true, detail: null }] }
    },
    act: quote,
  },
  {
    name: 'checkout-limited',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script.fails['checkout.quote'] = { code: 'service-rate-limited', details: { until: Date.now() + 600_000 } }
    },
    async act(page) {
      await fillPhone(page)
      await page.locator('main section').nth(2).getByRole('button').first().click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'checkout-unlock',
    path: '/unlock?then=/checkout/lumo_MX_200-I',
    prepare: locked,
    async act(page) {
      await page.locator('button[type="button"]').last().click()
      await page.locator('input[type="tel"]').waitFor()
      await quote(page)
      await page.getByRole('checkbox').click()
      await page.locator('main section').nth(2).locator('button.bg-green').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  ...(
    [
      [1, 'on-its-way'],
      [2, 'delivered'],
      [3, 'needs-you'],
      [4, 'failed'],
      [5, 'refunded'],
      [6, 'not-paid'],
      [7, 'paying'],
    ] as const
  ).map(([number, status]): Scene => ({ name: `purchase-${status}`, path: `/purchases/${id(number)}` })),
  {
    name: 'purchase-details',
    path: `/purchases/${id(2)}`,
    async act(page) {
      await page.locator('summary').click()
    },
  },
  { name: 'purchase-gone', path: `/purchases/${id(777)}` },
  { name: 'purchases', path: '/purchases' },
  {
    name: 'purchases-many',
    path: '/purchases',
    prepare(script) {
      script.purchases = Array.from({ length: 120 }, (_, index) =>
        scriptedPurchase(200 + index, 'delivered', index * 200),
      )
    },
    async act(page) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    },
  },
  {
    name: 'purchases-empty',
    path: '/purchases',
    prepare(script) {
      script.purchases = []
    },
  },
  { name: 'purchases-nothing', path: '/purchases?q=zzz' },
  {
    name: 'purchases-failed',
    path: '/purchases',
    prepare(script) {
      script.fails['purchases.list'] = { code: 'internal' }
    },
  },
  { name: 'wallet', path: '/wallet' },
  {
    name: 'wallet-unchecked',
    path: '/wallet',
    prepare(script) {
      script.app = { ...script.app, wallet: { address: script.app.wallet?.address ?? '', backupChecked: false } }
      script.fails['wallet.balances'] = { code: 'network-unreachable' }
    },
  },
  { name: 'settings', path: '/settings' },
  {
    name: 'settings-service',
    path: '/settings',
    async act(page) {
      await page.locator('main section').nth(1).getByRole('button').click()
      await page.locator('input[type="url"]').waitFor()
    },
  },
  {
    name: 'settings-words',
    path: '/settings',
    async act(page) {
      await page.locator('#words').getByRole('button').click()
      await page.locator('[role="dialog"] input').fill('correct horse')
      await page.locator('[role="dialog"] button[type="submit"]').click()
      await page.locator('#words ol').waitFor()
    },
  },
  {
    name: 'settings-password',
    path: '/settings',
    async act(page) {
      await page.locator('main section').nth(2).getByRole('button').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'stopped',
    path: '/wallet',
    prepare(script) {
      script.app = { ...script.app, payingStopped: 'disk-error' }
      script.budget = { limit: 100, used: 96, left: 4, refillsAt: null, waitingUntil: null }
    },
  },
]
