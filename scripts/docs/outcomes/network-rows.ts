import {
  newPurchase,
  sendRefusals,
  type AttentionReason,
  type PaymentState,
} from '../../../src/shared/purchases/state.ts'
import type { PurchaseView } from '../../../src/shared/purchases/views.ts'
import { READ_AT, viewOf } from './view-of.ts'
import { shownOf } from './shown.ts'

/** What is shown for a payment in one trouble of its network, or after a higher fee or a cancel was signed. */
export interface NetworkRow {
  readonly where: string
  readonly shown: string
}

const since = new Date(READ_AT - 40 * 60_000).toISOString()
const at = new Date(READ_AT - 5 * 60_000).toISOString()
const wait = (what: 'network' | 'proof' | 'gap' | 'connection'): PurchaseView['waitingFor'] => ({ what, until: null })

const signed: readonly (readonly [string, Partial<PurchaseView>])[] = [
  ['no node answers about this payment', { waitingFor: wait('connection') }],
  ['no node of the network answers', { waitingFor: wait('network'), networkTrouble: { what: 'silent', since } }],
  ['the network makes no blocks', { waitingFor: wait('network'), networkTrouble: { what: 'stalled', since } }],
  ['its number is used, and no node shows how', { waitingFor: wait('proof'), feeActions: [] }],
  ['an earlier transaction is missing', { waitingFor: wait('gap'), feeActions: [] }],
  [
    'the same, and no node answers',
    { waitingFor: wait('gap'), feeActions: [], networkTrouble: { what: 'silent', since } },
  ],
  ...sendRefusals.map(
    (refusal) => [`refused: ${refusal}`, { waitingFor: { what: 'network', until: null, refusal } }] as const,
  ),
  ['a higher fee is signed', { feeChange: { action: 'speed-up', at } }],
  ['a cancel is signed', { feeChange: { action: 'cancel', at } }],
]

/** Returns what is shown for payments that wait for their network, and for those whose cancel came too late. */
export function networkRows(): NetworkRow[] {
  const rowsFor = (reason: AttentionReason | null): NetworkRow[] =>
    signed.map(([name, given]) => ({
      where: reason === null ? name : `${name}; action needed: ${reason}`,
      shown: shown(reason, 'signed', given),
    }))
  const late = (['mined', 'confirmed'] as const).map((payment) => ({
    where: `a cancel was signed, and the payment is ${payment}`,
    shown: shown(null, payment, { feeChange: { action: 'cancel', at } }),
  }))
  const failed = { ...newPurchase, payment: 'final', registration: 'registered', serviceStatus: 'FAILED' } as const
  const lost = {
    ...viewOf({ state: failed, asReported: false }, { error: null, status: null }),
    waitingFor: wait('connection'),
  }
  const refund = { where: 'a refund is awaited, and no node answers', shown: shownOf(lost, true) }
  return [...rowsFor(null), ...rowsFor('payment-dropped'), ...late, refund]
}

function shown(attention: AttentionReason | null, payment: PaymentState, given: Partial<PurchaseView>): string {
  const state = { ...newPurchase, payment, attention }
  return shownOf({ ...viewOf({ state, asReported: false }, { error: null, status: null }), ...given }, true)
}
