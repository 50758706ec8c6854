import type { AttentionReason } from '../../../src/shared/purchases/state.ts'
import { scriptedPurchase } from '../../../src/testing/fixtures/purchases.ts'

/** The state of a purchase for each reason: how far it came, and what was refunded. */
const attentions: Readonly<Record<AttentionReason, () => ReturnType<typeof scriptedPurchase>>> = {
  'registration-rejected': () => rejected(50, 95),
  'registration-refused-access': () => scriptedPurchase(50, 'on-its-way', 95, { waitingFor: null }),
  'registration-unanswered': () => unanswered(50, 95),
  'registered-differently': () => registered(scriptedPurchase(50, 'on-its-way', 95, { waitingFor: null })),
  'payment-dropped': () => scriptedPurchase(50, 'paying', 95, { waitingFor: { what: 'network', until: null } }),
  'delivery-late': () =>
    registered(scriptedPurchase(50, 'on-its-way', 60 * 7, { waitingFor: { what: 'delivery', until: null } })),
  'refund-missing': () => scriptedPurchase(50, 'failed', 60 * 30),
  'refund-possible': () => possiblyRefunded(50),
  'payment-not-final': () => scriptedPurchase(50, 'delivered', 60 * 25, { ended: false }),
  'chain-changed': () => scriptedPurchase(50, 'paying', 95, { waitingFor: null, feeActions: [] }),
  'other-payment-mined': () => rejected(50, 95),
}
function registered(purchase: ReturnType<typeof scriptedPurchase>): ReturnType<typeof scriptedPurchase> {
  const at = new Date(Date.parse(purchase.createdAt) + 8_000).toISOString()
  const timeline = purchase.timeline.map((stage) => (stage.stage === 'registered' ? { ...stage, at } : stage))
  return { ...purchase, timeline, registration: { ...purchase.registration, state: 'registered' } }
}
function possiblyRefunded(number: number): ReturnType<typeof scriptedPurchase> {
  const purchase = scriptedPurchase(number, 'failed', 60 * 5)
  const at = new Date(Date.now() - 40 * 60_000).toISOString()
  const from = '0x52908400098527886E0F7030069857D2E4169EE7' as const
  const possible = {
    hash: `0x${'d3c2b1a0'.repeat(8)}` as const,
    from,
    isProven: true,
    isKnown: false,
    ordinal: 0,
    count: 1,
    amount: purchase.totalAmount,
    at,
  }
  return { ...purchase, refund: { ...purchase.refund, possible } }
}
function rejected(number: number, minutesAgo: number): ReturnType<typeof scriptedPurchase> {
  const purchase = scriptedPurchase(number, 'on-its-way', minutesAgo, { waitingFor: null })
  const report = {
    lastError: 'service-rejected',
    lastStatus: 400,
    lastMessage: 'The number can’t receive this',
  } as const
  const registration = { ...purchase.registration, state: 'rejected', attempts: 3, ...report } as const
  return { ...purchase, status: 'needs-you', attention: 'registration-rejected', registration }
}
function unanswered(number: number, minutesAgo: number): ReturnType<typeof scriptedPurchase> {
  const purchase = scriptedPurchase(number, 'on-its-way', minutesAgo, { waitingFor: { what: 'service', until: null } })
  const report = { state: 'prepared', unclear: true, attempts: 9, lastError: 'service-down', lastStatus: 503 } as const
  return { ...purchase, registration: { ...purchase.registration, ...report, transactionId: null, recordId: null } }
}
/** Returns a purchase (number 50) that asks about a transfer with another amount, sender or proof. */
export function withPossibleRefund(
  given: Partial<NonNullable<ReturnType<typeof scriptedPurchase>['refund']['possible']>>,
): ReturnType<typeof scriptedPurchase> {
  const { refund, ...purchase } = purchaseWithQuestion('refund-possible')
  return { ...purchase, refund: { ...refund, possible: refund.possible && { ...refund.possible, ...given } } }
}
/** Returns a purchase (number 50) that needs attention because of `reason`. */
export function purchaseWithQuestion(reason: AttentionReason): ReturnType<typeof scriptedPurchase> {
  return { ...attentions[reason](), status: 'needs-you', attention: reason }
}
