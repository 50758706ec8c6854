import { expect, it } from 'vitest'
import type { Problem } from '../quote/judge-offer.ts'
import type { Offer } from '../quote/offer.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { checkOffer, type Confirmation } from './check-offer.ts'

const recipient = `0x${'4'.repeat(40)}` as const
const service = { profileId: 'p', profile: { quoteMaxAgeSeconds: 60 } }
const context = {
  now: () => 1_000,
  monotonic: () => 1_000,
  service: () => service,
  wallet: { address: () => `0x${'7'.repeat(40)}` },
} as unknown as PurchaseContext

/** Confirms an offer with one problem; an offer that needs no more consent fails because another account is in use. */
async function confirm(problem: Problem['problem'], consent: Partial<Confirmation>): Promise<unknown> {
  const view = { quoteKey: 'q', totalAmount: '5.1', termsAccepted: true, payment: { simulated: true } }
  const problems = [{ problem, blocking: false, detail: null }]
  const payable = { terms: { payment: { recipient } }, from: recipient, isTyped: false, newRecipient: false }
  const offer = { view: { ...view, problems }, payable, service, madeAt: 1_000, madeAtEpoch: 1_000 }
  const input = { quoteKey: 'q', totalAmount: '5.1', recipient, acceptCoin: false, ...consent } as Confirmation
  const checked = checkOffer(context, offer as unknown as Offer, input, () => undefined)
  return checked.catch(({ code, details }: { code: string; details?: unknown }) => [code, details])
}

it.each(['coin-unknown', 'coin-namesake'] as const)(
  'an offer with the problem %s needs consent to its coin',
  async (problem) => {
    expect(await confirm(problem, {})).toEqual(['quote-changed', { reason: 'coin' }])
    expect(await confirm(problem, { acceptCoin: true })).toEqual(['quote-expired', undefined])
  },
)
