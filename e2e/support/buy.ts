import { expect, type Page } from '@playwright/test'
import type { PersonStatus } from '../../src/shared/purchases/state.ts'
import { ask } from './ask.ts'

export interface Errand {
  readonly sku: string
  readonly reference: string
  readonly fields?: Record<string, string>
  readonly networkKey?: 'harbour' | 'meadow'
  readonly tokenKey?: string
}

export const topUp: Errand = { sku: 'nimbus-mobile_MX_20.00-I', reference: '5512345678' }
export const giftCard: Errand = { sku: 'pixelforge-arcade_ES_5.00-I', reference: 'ines@example.org' }
/** A product of the brand that always fails and is refunded. */
export const failing: Errand = { sku: 'sandbox_US_1.00-I', reference: 'ines@example.org' }

/** Buys over the page's bridge; returns the purchase's id. */
export async function buy(page: Page, { sku, reference, fields = {}, ...paymentMethod }: Errand): Promise<string> {
  const coin = {
    networkKey: paymentMethod.networkKey ?? 'harbour',
    tokenKey: paymentMethod.tokenKey ?? (await usdcKey(page)),
  }
  const quote = await ask(page, 'checkout.quote', { sku, reference, fields, ...coin })
  const { id } = await ask(page, 'checkout.confirm', {
    purchaseId: quote.purchaseId,
    quoteKey: quote.quoteKey,
    totalAmount: quote.totalAmount,
    recipient: quote.payment?.recipient ?? '',
    acceptTerms: true,
    acceptCoin: false,
    acceptNewRecipient: true,
    acceptNotSimulated: true,
  })
  return id
}

async function usdcKey(page: Page): Promise<string> {
  const networks = await ask(page, 'networks.list', undefined)
  const token = networks.flatMap(({ tokens }) => tokens).find(({ symbol }) => symbol === 'USDC')
  if (!token) throw new Error('There is no USDC')
  return token.key
}

/** Waits until a purchase has this status, retrying now and then as an open purchase page does. */
export async function untilStatus(page: Page, id: string, status: PersonStatus): Promise<void> {
  let polls = 0
  await expect
    .poll(
      async () => {
        const now = (await ask(page, 'purchases.get', { id })).status
        if (now === 'on-its-way' && ++polls % 20 === 0) await ask(page, 'purchases.checkNow', { id })
        return now
      },
      { timeout: 30_000, intervals: [250] },
    )
    .toBe(status)
}
