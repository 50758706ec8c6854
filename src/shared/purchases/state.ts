/** The state of a purchase's on-chain payment; `reverted`, `cancelled` and `superseded` are certain only at finality. */
export type PaymentState = 'none' | 'signed' | 'mined' | 'confirmed' | 'final' | 'reverted' | 'cancelled' | 'superseded'

/** The state of the registration; `prepared`: body and Idempotency-Key are stored and may have been sent. */
export type RegistrationState = 'none' | 'prepared' | 'registered' | 'rejected'

export type RefundState = 'none' | 'seen' | 'waived'

/**
 * Why a transfer counts as a refund: its sender was paid, the person confirmed its sender before, the person confirmed this transfer, or
 * this wallet claimed it.
 */
export const refundEvidences = ['payee', 'known-sender', 'person', 'claim'] as const
export type RefundEvidence = (typeof refundEvidences)[number]

/** The person's answers about a transfer that may be a refund. */
export const refundChoices = ['all', 'part', 'no'] as const
export type RefundChoice = (typeof refundChoices)[number]

/** What a person must decide or know; possible in any state. */
export const attentionReasons = [
  'registration-rejected',
  'registration-refused-access',
  'registration-unanswered',
  'registered-differently',
  'payment-dropped',
  'delivery-late',
  'refund-missing',
  'refund-possible',
  'payment-not-final',
  'chain-changed',
  'other-payment-mined',
] as const
export type AttentionReason = (typeof attentionReasons)[number]

export interface PurchaseState {
  readonly payment: PaymentState
  readonly registration: RegistrationState
  /** Whether the answer to the last registration attempt was inconclusive: only the service's list can tell. */
  readonly unclear: boolean
  /** The service's status exactly as received; any status may follow any other. */
  readonly serviceStatus: string | null
  readonly refund: RefundState
  readonly attention: AttentionReason | null
}

export type PurchaseEvent =
  | { readonly type: 'signed' | 'mined' | 'confirmed' | 'finalized' | 'reorged' }
  | { readonly type: 'reverted' | 'cancelled' | 'superseded' }
  /** A final block contains the payment, no node shows its outcome, and the person lets the service determine it. */
  | { readonly type: 'reported' }
  /** The majority of nodes show a receipt of a payment that was final without one: it succeeded, or, at finality, it failed. */
  | { readonly type: 'proven' | 'disproved' }
  /** Its payment is in a block after all. */
  | { readonly type: 'revived' }
  | { readonly type: 'sped-up' | 'cancel-signed' }
  | { readonly type: 'registration-prepared' | 'registration-unclear' | 'registration-rejected' }
  | { readonly type: 'registered'; readonly status: string }
  | { readonly type: 'service-status'; readonly status: string }
  | { readonly type: 'refund-seen' | 'refund-waived' }
  /** A part of the refund arrived, and more is expected. */
  | { readonly type: 'refund-part' }
  /** The person's answer about a possible refund, by the transfer's hash. */
  | { readonly type: 'refund-confirmed' | 'refund-declined'; readonly hash: string }
  | { readonly type: 'attention-raised'; readonly reason: AttentionReason }
  | { readonly type: 'attention-cleared' }

export const newPurchase: PurchaseState = {
  payment: 'none',
  registration: 'none',
  unclear: false,
  serviceStatus: null,
  refund: 'none',
  attention: null,
}

const paymentMoves: Partial<Record<PurchaseEvent['type'], { from: readonly PaymentState[]; to: PaymentState }>> = {
  signed: { from: ['none'], to: 'signed' },
  mined: { from: ['signed'], to: 'mined' },
  reported: { from: ['signed'], to: 'mined' },
  confirmed: { from: ['mined'], to: 'confirmed' },
  finalized: { from: ['confirmed'], to: 'final' },
  reorged: { from: ['mined', 'confirmed'], to: 'signed' },
  proven: { from: ['final'], to: 'final' },
  disproved: { from: ['final'], to: 'signed' },
  reverted: { from: ['signed'], to: 'reverted' },
  cancelled: { from: ['signed'], to: 'cancelled' },
  superseded: { from: ['signed'], to: 'superseded' },
  revived: { from: ['reverted', 'cancelled', 'superseded'], to: 'signed' },
}

/** Returns the state after `event`, or null if the event is not legal in `state`; pure and total. */
export function transition(state: PurchaseState, event: PurchaseEvent): PurchaseState | null {
  const after = moved(state, event)
  return after && withoutAnsweredQuestion(after)
}

function moved(state: PurchaseState, event: PurchaseEvent): PurchaseState | null {
  const move = paymentMoves[event.type]
  if (move) {
    if (!move.from.includes(state.payment)) return null
    const after = { ...state, payment: move.to }
    // An unpaid purchase has no open questions.
    return isUnpaidForGood(after) ? { ...after, attention: null } : after
  }
  switch (event.type) {
    case 'sped-up':
    case 'cancel-signed':
      // Once the service may know the payment, another one with its nonce must not replace it.
      return state.payment === 'signed' && state.registration === 'none' ? state : null
    case 'registration-prepared':
      return isConfirmed(state) && mayBePrepared(state) ? { ...state, registration: 'prepared', unclear: false } : null
    case 'registration-unclear':
      return state.registration === 'prepared' ? { ...state, unclear: true } : null
    case 'registration-rejected':
      return state.registration === 'prepared' ? { ...state, registration: 'rejected', unclear: false } : null
    case 'registered':
      return state.registration === 'prepared' || state.registration === 'rejected'
        ? { ...withoutWaiver(state), registration: 'registered', unclear: false, serviceStatus: event.status }
        : null
    case 'service-status':
      if (state.registration !== 'registered') return null
      return deliveryOf(event.status) === 'failed'
        ? { ...state, serviceStatus: event.status }
        : { ...withoutRefundQuestion(state), serviceStatus: event.status }
    case 'refund-seen':
      // An escrow also refunds payments that its service never learned about.
      return state.registration !== 'none' && state.refund !== 'seen'
        ? { ...withoutRefundQuestion(withoutRejection(state)), refund: 'seen' }
        : null
    case 'refund-part':
      return awaitsRefund(state) ? withoutRefundQuestion(state) : null
    case 'refund-confirmed':
      return awaitsRefund(state) ? { ...withoutRefundQuestion(state), refund: 'seen' } : null
    case 'refund-declined':
      return awaitsRefund(state) ? withoutRefundQuestion(state) : null
    case 'refund-waived':
      return awaitsRefund(state) || isRejected(state)
        ? { ...withoutRefundQuestion(withoutRejection(state)), refund: 'waived' }
        : null
    case 'attention-raised':
      return { ...state, attention: event.reason }
    case 'attention-cleared':
      return state.attention === null ? null : { ...state, attention: null }
    default:
      return null
  }
}

/** Returns whether a new body may be stored: the first one, or a corrected one after one that was not accepted. */
function mayBePrepared(state: PurchaseState): boolean {
  const { registration, unclear } = state
  return registration === 'none' || isRejected(state) || (registration === 'prepared' && unclear)
}

/** Returns whether the service rejected a payment that was not refunded, and that the person has not given up. */
function isRejected({ registration, refund }: PurchaseState): boolean {
  return registration === 'rejected' && refund === 'none'
}

/** Returns whether the details may be corrected: the service rejected them, or gave no clear answer in time. */
export function isCorrectable(state: PurchaseState): boolean {
  const { registration, unclear, attention } = state
  return isRejected(state) || (registration === 'prepared' && unclear && attention === 'registration-unanswered')
}

/** What a signed purchase waits for; the profile sets the patience for each. */
export type Awaited = 'mined' | 'registered' | 'settled' | 'refunded' | 'final'

/** Returns what a purchase waits for; null if nothing was signed, or it is settled. */
export function awaitedOf(state: PurchaseState): Awaited | null {
  if (state.payment === 'none' || isUnpaidForGood(state)) return null
  if (state.payment === 'signed') return 'mined'
  if (state.registration === 'rejected' && !isRejected(state)) return state.payment === 'final' ? null : 'final'
  if (state.registration !== 'registered') return 'registered'
  if (deliveryOf(state.serviceStatus) === 'pending') return 'settled'
  if (awaitsRefund(state)) return 'refunded'
  return state.payment === 'final' ? null : 'final'
}

/** The wait behind each question about a wait that took too long. */
const waitOfQuestion: Partial<Record<AttentionReason, Awaited>> = {
  'payment-dropped': 'mined',
  'registration-unanswered': 'registered',
  'delivery-late': 'settled',
  'refund-missing': 'refunded',
  'payment-not-final': 'final',
}

/** Returns the question to ask when the wait of `state` took too long; null while it waits for nothing. */
export function silenceReason(state: PurchaseState): AttentionReason | null {
  const awaited = awaitedOf(state)
  // The service rejected it, and the person has not decided yet.
  if (awaited === 'registered' && state.registration === 'rejected') return 'registration-rejected'
  return attentionReasons.find((reason) => awaited !== null && waitOfQuestion[reason] === awaited) ?? null
}

/** Removes a question whose wait is over. */
function withoutAnsweredQuestion(state: PurchaseState): PurchaseState {
  const about = state.attention && waitOfQuestion[state.attention]
  return about && about !== awaitedOf(state) ? { ...state, attention: null } : state
}

/** Returns whether the service failed to deliver and has not refunded the coins. */
export function awaitsRefund(state: Pick<PurchaseState, 'serviceStatus' | 'refund'>): boolean {
  return deliveryOf(state.serviceStatus) === 'failed' && state.refund === 'none'
}

/** A payment that was refunded or given up needs no answer. */
function withoutRejection(state: PurchaseState): PurchaseState {
  const isOpenQuestion = state.registration === 'rejected' && state.attention === 'registration-rejected'
  return isOpenQuestion ? { ...state, attention: null } : state
}

/** Who gave up a payment that the service rejected did not give up one that it registered after all. */
function withoutWaiver(state: PurchaseState): PurchaseState {
  return state.refund === 'waived' ? { ...state, refund: 'none' } : state
}

/** A refund that arrived, was waived or is no longer owed needs no answer. */
function withoutRefundQuestion(state: PurchaseState): PurchaseState {
  const isOpenQuestion = state.attention === 'refund-missing' || state.attention === 'refund-possible'
  return isOpenQuestion ? { ...state, attention: null } : state
}

function isConfirmed(state: PurchaseState): boolean {
  return state.payment === 'confirmed' || state.payment === 'final'
}

export type DeliveryOutcome = 'pending' | 'done' | 'failed'

/** The service's statuses of a delivered purchase. */
export const deliveredStatuses: readonly string[] = ['SUCCESS', 'COMPLETED']

/** Returns the meaning of a service status: SUCCESS and COMPLETED are done, FAILED and REFUNDED failed, anything else is pending. */
export function deliveryOf(serviceStatus: string | null): DeliveryOutcome {
  const status = serviceStatus?.toUpperCase() ?? ''
  if (deliveredStatuses.includes(status)) return 'done'
  if (status === 'FAILED' || status === 'REFUNDED') return 'failed'
  return 'pending'
}

/** Returns whether the payment can no longer move coins, or never could. */
export function isUnpaidForGood(state: PurchaseState): boolean {
  return ['reverted', 'cancelled', 'superseded'].includes(state.payment)
}

/**
 * Returns whether nothing is left to do: unpaid for good; or final on chain, settled by the service and, if failed, refunded or waived; or
 * refunded or waived after the service rejected it.
 */
export function isSettled(state: PurchaseState): boolean {
  if (isUnpaidForGood(state)) return true
  if (state.payment !== 'final') return false
  if (state.registration !== 'registered') return state.registration === 'rejected' && state.refund !== 'none'
  const delivery = deliveryOf(state.serviceStatus)
  return delivery === 'done' || (delivery === 'failed' && state.refund !== 'none')
}

export const personStatuses = [
  'paying',
  'on-its-way',
  'delivered',
  'failed',
  'refunded',
  'not-paid',
  'needs-you',
] as const
export type PersonStatus = (typeof personStatuses)[number]

/** Returns the status that a person sees for a purchase; paid is never shown as failed unless the service failed or rejected it. */
export function personStatus(state: PurchaseState): PersonStatus {
  if (isUnpaidForGood(state)) return 'not-paid'
  if (state.attention !== null) return 'needs-you'
  if (state.refund === 'seen') return 'refunded'
  if (state.registration === 'registered') {
    const status = statusOfSpend(state.serviceStatus)
    if (status !== 'on-its-way') return status
  }
  if (!isConfirmed(state)) return 'paying'
  return state.registration === 'rejected' && state.refund === 'waived' ? 'failed' : 'on-its-way'
}

const statuses = { done: 'delivered', failed: 'failed', pending: 'on-its-way' } as const

/** Returns the status that a person sees for a spend transaction of which only the service's status is known. */
export const statusOfSpend = (serviceStatus: string | null): (typeof statuses)[DeliveryOutcome] =>
  statuses[deliveryOf(serviceStatus)]

/** Why all nodes of a network refuse a signed transaction for now. */
export const sendRefusals = [
  'fee-too-low',
  'replacement-too-low',
  'insufficient-funds',
  'gas-too-low',
  'gas-too-high',
  'fee-above-node-cap',
  'waits-for-earlier',
  'network-busy',
  'account-refused',
  'not-valid-here',
] as const
export type SendRefusal = (typeof sendRefusals)[number]

/** Whether the paid address was paid before for the service on this network, and whether the service lists it as a contract. */
export const recipientStatuses = ['known', 'first', 'first-named', 'first-unnamed', 'changed', 'changed-named'] as const
export type RecipientStatus = (typeof recipientStatuses)[number]

/** Why the payment guard refuses to sign a quote's transaction. */
const paymentRefusals = [
  'malformed',
  'wrong-chain',
  'unknown-type',
  'wrong-sender',
  'unknown-call',
  'not-canonical',
  'wrong-token',
  'wrong-amount',
  'wrong-value',
  'bad-recipient',
  'other-quote',
  'other-product',
  'other-reference',
  'no-reference',
  'plain-reference',
  'gas-contradiction',
  'gas-too-high',
  'fee-contradiction',
  'fee-too-high',
] as const
export type PaymentRefusal = (typeof paymentRefusals)[number]

/** Why an offer cannot be paid, regardless of its transaction: it is for something else than was chosen, or no account can pay. */
export const quoteRefusals = [
  'wrong-product',
  'wrong-fiat',
  'wrong-coin',
  'native-coin',
  'no-wallet',
  'unexpected-changes',
  'coin-listed',
  'coin-contract',
  'coin-node',
  'already-paid',
  'malformed-field',
  'unsupported-field',
  'fee-unread',
  'wrong-fee',
  ...paymentRefusals,
] as const
export type QuoteRefusal = (typeof quoteRefusals)[number]
