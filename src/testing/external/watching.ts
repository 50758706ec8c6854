import type { Hash } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { expect, vi } from 'vitest'
import type { QuoteView } from '../../shared/checkout/views.ts'
import type { ArrivalReason } from '../../shared/external/arrival-reasons.ts'
import { externalPaymentView, type ExternalPaymentView } from '../../shared/external/views.ts'
import type { Decimal } from '../../shared/money.ts'
import { paymentUri } from '../../shared/networks/payment-uri.ts'
import { askingOf } from '../purchases/consent.ts'
import { topup, type TestSandbox, type TestTill, type TillOptions } from '../purchases/context.ts'
import { payByCode } from './pay-by-code.ts'

type Asked = Pick<ExternalPaymentView, 'id'>

/** Tills with a watched account, and the other wallet that pays from it on the network `harbour`. */
export interface Watching {
  /** Opens a Till whose account is only watched; `till.account` is the key of the other wallet. */
  open(options?: TillOptions): Promise<TestTill>
  /** Asks another wallet to pay for a product. */
  ask(till: TestTill, sku?: string): Promise<ExternalPaymentView>
  askFor(till: TestTill, offer: QuoteView): Promise<ExternalPaymentView>
  /** Pays what a code says, or what `changes` make of it. */
  pay(
    till: TestTill,
    asked: ExternalPaymentView,
    changes?: Parameters<typeof payByCode>[3],
    by?: LocalAccount,
  ): Promise<Hash>
  viewOf(till: TestTill, asked: Asked): ExternalPaymentView
  /** Waits until the chain has a payment. */
  untilMined(till: TestTill, hash: Hash): Promise<unknown>
  untilPaid(till: TestTill, asked: Asked): Promise<unknown>
  /** Waits for a question about what arrived, and returns its reasons. */
  untilAsked(till: TestTill, asked: Asked): Promise<ArrivalReason[]>
}

/** Returns the text of a payment's code. */
export function codeOf({ recipient: to, chainId, token, decimals, totalAmount }: ExternalPaymentView): string {
  return paymentUri({ to, chainId, token, decimals, amount: totalAmount as Decimal })
}

/** Creates what tests of other wallets' payments share. */
export function createWatching(sandbox: () => TestSandbox): Watching {
  const viewOf = (till: TestTill, { id }: Asked): ExternalPaymentView =>
    externalPaymentView.parse(till.purchases.external.get(id))
  async function askFor(till: TestTill, offer: QuoteView): Promise<ExternalPaymentView> {
    expect(offer.problems).toEqual([])
    await till.purchases.ask(askingOf(offer))
    return externalPaymentView.parse(till.purchases.external.asked(offer.purchaseId))
  }
  return {
    async open(options) {
      const till = await sandbox().till(options)
      till.state.isWatched = true
      return till
    },
    ask: async (till, sku = topup) => askFor(till, await till.quote('harbour', 'usdc', sku)),
    askFor,
    pay: (till, asked, changes, by = till.account) =>
      payByCode(sandbox().rpcUrl('harbour'), by, codeOf(asked), changes),
    viewOf,
    untilMined: (till, hash) =>
      vi.waitUntil(() => till.chain('harbour').receipt(hash), { timeout: 10_000, interval: 100 }),
    untilPaid: (till, asked) =>
      vi.waitUntil(() => viewOf(till, asked).state === 'paid', { timeout: 20_000, interval: 50 }),
    async untilAsked(till, asked) {
      await vi.waitUntil(() => viewOf(till, asked).arrivals.length > 0, { timeout: 20_000, interval: 50 })
      return viewOf(till, asked).arrivals.map(({ reason }) => reason)
    },
  }
}
