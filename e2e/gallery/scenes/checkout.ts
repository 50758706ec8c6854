import { said } from '../said.ts'
import { scriptedNetworks } from '../../../src/testing/fixtures/networks.ts'
import type { Page } from 'playwright-core'
import type { RequestOutput } from '../../../src/shared/contract.ts'
import { emptyWallet, locked, type Scene } from './scene.ts'

async function fillPhone(page: Page): Promise<void> {
  await page.locator('input[type="tel"]').fill('5512345678')
}
async function quote(page: Page): Promise<void> {
  await fillPhone(page)
  await page.locator('main section').nth(2).getByRole('button').first().click()
  await page.getByRole('timer').waitFor()
}

/** Leaves a checkout with a number typed, which Till offers to save. */
async function leaveFor(page: Page, next: string): Promise<void> {
  await fillPhone(page)
  await page.evaluate((to) => (location.hash = to), `#/checkout/${next}`)
  await page.waitForURL((url) => url.hash.endsWith(next))
  await page
    .getByText(
      said(({ drafts }) => drafts.offerSave),
      { exact: true },
    )
    .last()
    .waitFor()
}

/** A payment with fields that Till does not know. */
const oddPayment: NonNullable<RequestOutput<'checkout.quote'>['payment']> = {
  shape: 'transfer',
  recipient: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  recipientIs: 'first-unnamed',
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  amount: '11.05',
  steps: ['pay'],
  networkFeeAtMost: '0.000104578125378',
  networkFeeInDollars: null,
  simulated: true,
  balanceChanges: [{ symbol: 'USDC', change: '-11.05' }],
  ignoredFields: ['validUntil', 'memo', 'merchant_order_reference'],
}

/** Scenes of a product from its empty form to the price, with everything that can stop it. */
export const checkoutScenes: Scene[] = [
  { name: 'checkout', path: '/checkout/lumo_MX_200-I' },
  { name: 'checkout-abroad', path: '/checkout/vireo_5GB_30-I?country=ES' },
  {
    name: 'checkout-others-unpaid',
    path: '/checkout/lumo_MX_100-I',
    async act(page) {
      await leaveFor(page, 'lumo_MX_50-I')
      await leaveFor(page, 'lumo_MX_200-I')
    },
  },
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
    name: 'checkout-doubted-email',
    path: '/checkout/b1_MX_10-I',
    async act(page) {
      await page.locator('main input').first().fill('lupita@gmial.com')
      await page.getByRole('button', { name: said(({ check }) => check.useSuggestion) }).waitFor()
    },
  },
  {
    name: 'checkout-similar-number',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      const doubt = { reason: 'similar-number', known: '+525512345678', name: 'Mamá Lucía', times: 1 } as const
      script['checkout.check'] = { reference: '+525512345679', problems: [], doubts: [{ field: null, ...doubt }] }
    },
    async act(page) {
      await page.locator('input[type="tel"]').fill('5512345679')
      await page.getByRole('checkbox').waitFor()
    },
  },
  {
    name: 'checkout-other-brand',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      const doubt = { field: null, reason: 'other-brand', brand: 'Nimbus Mobile', slug: 'nimbus' } as const
      script['checkout.check'] = { reference: '+525512345679', problems: [], doubts: [doubt] }
    },
    async act(page) {
      await page.locator('input[type="tel"]').fill('5512345679')
      await page.getByRole('checkbox').waitFor()
    },
  },
  {
    name: 'checkout-person-typed',
    path: '/checkout/lumo_MX_200-I',
    async act(page) {
      await page.locator('input[type="tel"]').fill('An')
      await page.getByRole('button', { name: /^Ana/ }).waitFor()
    },
  },
  {
    name: 'checkout-person',
    path: '/checkout/lumo_MX_200-I',
    async act(page) {
      await page.getByRole('button', { name: /^Ana/ }).first().click()
      await page.getByRole('status').filter({ hasText: 'Ana' }).waitFor()
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
  {
    name: 'checkout-ways',
    path: '/checkout/lumo_MX_200-I',
    async act(page) {
      await page.locator('main button[aria-expanded]').click()
      await page.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'checkout-refused-balance',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      const message = 'The sender holds 3.2 USDC, 11.05 are needed'
      script.fails = { 'checkout.quote': { code: 'service-rejected', details: { reason: 'balance', message } } }
    },
    async act(page) {
      await fillPhone(page)
      await page.locator('main section').nth(2).getByRole('button').first().click()
      await page.locator('main [role="alert"]').first().waitFor()
    },
  },
  {
    name: 'checkout-fee-unread',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      const about = { detail: 'fee-unread', about: '' }
      script['checkout.quote'] = { payment: null, problems: [{ problem: 'request-refused', blocking: true, ...about }] }
    },
    act: quote,
  },
  {
    name: 'checkout-bounds',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script['networks.list'] = scriptedNetworks.map((network) => ({
        ...network,
        tokens: network.tokens.map((token) => ({ ...token, minAllowance: '20' })),
      }))
      script['checkout.quote'] = { problems: [{ problem: 'allowance-bounds', blocking: true, detail: null }] }
    },
    act: quote,
  },
  {
    name: 'checkout-empty-wallet',
    path: '/checkout/lumo_MX_200-I',
    prepare: emptyWallet,
    async act(page) {
      await page.locator('main button.bg-green').first().waitFor()
    },
  },
  {
    name: 'checkout-terms',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      const { profile } = script.app
      script.app = { ...script.app, profile: profile && { ...profile, playMoney: false } }
    },
    async act(page) {
      await quote(page)
      await page.locator('main section').nth(2).locator('button[aria-haspopup="dialog"]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'checkout-again',
    path: `/checkout/lumo_MX_200-I`,
    async act(page) {
      await quote(page)
      await page.locator('input[type="tel"]').fill('5587654321')
      await page.getByRole('timer').waitFor({ state: 'detached' })
    },
  },
  { name: 'checkout-quoted', path: '/checkout/lumo_MX_200-I', act: quote },
  {
    name: 'checkout-details',
    path: '/checkout/lumo_MX_200-I',
    prepare: (script) => void (script['checkout.quote'] = { payment: oddPayment }),
    async act(page) {
      await quote(page)
      await page.locator('main section').nth(2).locator('details summary').first().click()
      await page.locator('main section').nth(2).locator('dd').last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'checkout-first-payment',
    path: '/checkout/lumo_MX_200-I',
    prepare: (script) => void (script['checkout.quote'] = { payment: { ...oddPayment, recipientIs: 'first' } }),
    act: quote,
  },
  {
    name: 'checkout-problems',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script['checkout.quote'] = {
        problems: [
          { problem: 'insufficient-token', blocking: true, detail: '4.2' },
          { problem: 'insufficient-gas', blocking: true, detail: '0.0021' },
          { problem: 'request-refused', blocking: true, detail: 'unsupported-field', about: 'authorizationList' },
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
      script['checkout.quote'] = {
        problems: [
          { problem: 'fee-high', blocking: false, detail: '0.05' },
          { problem: 'coin-unknown', blocking: false, detail: null },
          { problem: 'recipient-changed', blocking: false, detail: null },
          { problem: 'not-simulated', blocking: false, detail: null },
        ],
      }
    },
    act: quote,
  },
  {
    name: 'checkout-price-above',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script['checkout.quote'] = { problems: [{ problem: 'price-above', blocking: false, detail: '8.21' }] }
    },
    act: quote,
  },
  {
    name: 'checkout-parts',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script['checkout.quote'] = {
        problems: [
          { problem: 'parts-too-little', blocking: true, detail: '9.5' },
          { problem: 'parts-differ', blocking: false, detail: '11.48' },
          { problem: 'nodes-differ', blocking: true, detail: null },
          { problem: 'request-refused', blocking: true, detail: 'coin-node' },
        ],
      }
    },
    act: quote,
  },
  {
    name: 'checkout-escrow-fee',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script['checkout.quote'] = {
        payment: null,
        problems: [{ problem: 'request-refused', blocking: true, detail: 'wrong-fee', about: '11.07' }],
      }
    },
    act: quote,
  },
  {
    name: 'checkout-expired',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script['checkout.quote'] = { expiresAt: new Date(Date.now() - 1000).toISOString() }
    },
    act: quote,
  },
  {
    name: 'checkout-price-only',
    path: '/checkout/lumo_MX_200-I',
    prepare(script) {
      script['checkout.quote'] = { payment: null, problems: [{ problem: 'price-only', blocking: true, detail: null }] }
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
    name: 'checkout-unreachable',
    path: '/checkout/lumo_MX_200-I',
    prepare: (script) => void (script.fails['checkout.confirm'] = { code: 'network-unreachable' }),
    async act(page) {
      await quote(page)
      await page.locator('main section').nth(2).locator('button.bg-green').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'checkout-priced-offline',
    path: '/checkout/lumo_MX_200-I',
    prepare: (script) => void (script['connection.get'] = { service: 'offline', since: null, error: 'offline' }),
    async act(page) {
      await page.locator('[data-offline]').waitFor()
      await fillPhone(page)
      await page.locator('main section').nth(2).getByRole('button').last().click()
      await page.getByRole('timer').waitFor()
    },
  },
  {
    name: 'checkout-limit-reached',
    path: '/checkout/lumo_MX_200-I',
    prepare: (script) =>
      void (script['checkout.quote'] = { problems: [{ problem: 'limit-day', blocking: true, detail: '0.894342' }] }),
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
      await page.locator('main section').nth(2).locator('button.bg-green').click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
