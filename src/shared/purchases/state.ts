/** Where the on-chain payment of a purchase stands; `reverted`, `cancelled`, `superseded` are certain only at finality. */
export type PaymentState = 'none' | 'signed' | 'mined' | 'confirmed' | 'final' | 'reverted' | 'cancelled' | 'superseded'

/** Where telling the service stands; `prepared` means body and Idempotency-Key are stored and may have been sent. */
export type RegistrationState = 'none' | 'prepared' | 'registered' | 'rejected'

export type RefundState = 'none' | 'seen' | 'waived'

/**
 * Why a transfer counts as a refund: its sender was paid, or was confirmed by the person before, or the person says that it is the refund, or
 * this wallet claimed it.
 */
export const refundEvidences = ['payee', 'known-sender', 'person', 'claim'] as const
export type RefundEvidence = (typeof refundEvidences)[number]

/** What a person says of a transfer that may be a refund. */
export const refundWords = ['all', 'part', 'no'] as const
export type RefundWord = (typeof refundWords)[number]

/** What a person must decide or know; may stand beside any state. */
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
  /** The last registration attempt was answered with something that says nothing: only the service's list can tell. */
  readonly unclear: boolean
  /** The service's status exactly as it came; any may follow any. */
  readonly serviceStatus: string | null
  readonly refund: RefundState
  readonly attention: AttentionReason | null
}

export type PurchaseEvent =
  | { readonly type: 'signed' | 'mined' | 'confirmed' | 'finalized' | 'reorged' }
  | { readonly type: 'reverted' | 'cancelled' | 'superseded' }
  /** A final block holds the payment, no node shows how it ended, and the person lets the service find out. */
  | { readonly type: 'reported' }
  /** Most nodes show a receipt of a payment that was final without one: that it succeeded, or, at finality, that it did not. */
  | { readonly type: 'proven' | 'disproved' }
  /** Its payment is in a block after all. */
  | { readonly type: 'revived' }
  | { readonly type: 'sped-up' | 'cancel-signed' }
  | { readonly type: 'registration-prepared' | 'registration-unclear' | 'registration-rejected' }
  | { readonly type: 'registered'; readonly status: string }
  | { readonly type: 'service-status'; readonly status: string }
  | { readonly type: 'refund-seen' | 'refund-waived' }
  /** A part of the refund came, and more is awaited. */
  | { readonly type: 'refund-part' }
  /** The person's word on a transfer by someone unknown, by its hash. */
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

/** Returns the state after `event`, or null where the event is not legal in `state`; pure and total. */
export function transition(state: PurchaseState, event: PurchaseEvent): PurchaseState | null {
  const after = moved(state, event)
  return after && withoutAnsweredQuestion(after)
}

function moved(state: PurchaseState, event: PurchaseEvent): PurchaseState | null {
  const move = paymentMoves[event.type]
  if (move) {
    if (!move.from.includes(state.payment)) return null
    const after = { ...state, payment: move.to }
    // Nothing is left to ask about what was not paid.
    return isUnpaidForGood(after) ? { ...after, attention: null } : after
  }
  switch (event.type) {
    case 'sped-up':
    case 'cancel-signed':
      // Once the service may know of the payment, another one under its nonce must not overtake it.
      return state.payment === 'signed' && state.registration === 'none' ? state : null
    case 'registration-prepared':
      return isConfirmed(state) && mayBePrepared(state) ? { ...state, registration: 'prepared', unclear: false } : null
    case 'registration-unclear':
      return state.registration === 'prepared' ? { ...state, unclear: true } : null
    case 'registration-rejected':
      return state.registration === 'prepared' ? { ...state, registration: 'rejected', unclear: false } : null
    case 'registered':
      return state.registration === 'prepared' || state.registration === 'rejected'
        ? { ...state, registration: 'registered', unclear: false, serviceStatus: event.status }
        : null
    case 'service-status':
      if (state.registration !== 'registered') return null
      return deliveryOf(event.status) === 'failed'
        ? { ...state, serviceStatus: event.status }
        : { ...withoutRefundQuestion(state), serviceStatus: event.status }
    case 'refund-seen':
      // An escrow also refunds payments that its service never heard of.
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
      return awaitsRefund(state) ? { ...withoutRefundQuestion(state), refund: 'waived' } : null
    case 'attention-raised':
      return { ...state, attention: event.reason }
    case 'attention-cleared':
      return state.attention === null ? null : { ...state, attention: null }
    default:
      return null
  }
}

/** Returns whether a new body may be stored: the first one, or a corrected one in place of one that was not accepted. */
function mayBePrepared(state: PurchaseState): boolean {
  const { registration, unclear } = state
  return registration === 'none' || isRejected(state) || (registration === 'prepared' && unclear)
}

/** Whether the service said no to a payment that has not come back. */
function isRejected({ registration, refund }: PurchaseState): boolean {
  return registration === 'rejected' && refund !== 'seen'
}

/** Returns whether the details may be corrected: the service said no, or nothing clear in the time it has. */
export function isCorrectable(state: PurchaseState): boolean {
  const { registration, unclear, attention } = state
  return isRejected(state) || (registration === 'prepared' && unclear && attention === 'registration-unanswered')
}

/** What a signed purchase waits for: each has its own patience in the profile. */
export type Awaited = 'mined' | 'registered' | 'settled' | 'refunded' | 'final'

/** Returns what a purchase waits for; null where nothing was signed, or it has ended. */
export function awaitedOf(state: PurchaseState): Awaited | null {
  if (state.payment === 'none' || isUnpaidForGood(state)) return null
  if (state.payment === 'signed') return 'mined'
  if (state.registration === 'rejected' && !isRejected(state)) return state.payment === 'final' ? null : 'final'
  if (state.registration !== 'registered') return 'registered'
  if (deliveryOf(state.serviceStatus) === 'pending') return 'settled'
  if (awaitsRefund(state)) return 'refunded'
  return state.payment === 'final' ? null : 'final'
}

/** Which wait each question is about that a wait that took too long raises. */
const askedAbout: Partial<Record<AttentionReason, Awaited>> = {
  'payment-dropped': 'mined',
  'registration-unanswered': 'registered',
  'delivery-late': 'settled',
  'refund-missing': 'refunded',
  'payment-not-final': 'final',
}

/** Returns the question that `state` asks once its wait took too long; null while it waits for nothing. */
export function silenceReason(state: PurchaseState): AttentionReason | null {
  const awaited = awaitedOf(state)
  // The service said no, and the person has not decided yet.
  if (awaited === 'registered' && state.registration === 'rejected') return 'registration-rejected'
  return attentionReasons.find((reason) => awaited !== null && askedAbout[reason] === awaited) ?? null
}

/** Drops a question whose wait is over. */
function withoutAnsweredQuestion(state: PurchaseState): PurchaseState {
  const about = state.attention && askedAbout[state.attention]
  return about && about !== awaitedOf(state) ? { ...state, attention: null } : state
}

/** Whether the service failed to deliver and its coins have not come back. */
export function awaitsRefund(state: Pick<PurchaseState, 'serviceStatus' | 'refund'>): boolean {
  return deliveryOf(state.serviceStatus) === 'failed' && state.refund === 'none'
}

/** Nothing is asked about a payment that came back. */
function withoutRejection(state: PurchaseState): PurchaseState {
  const isAsked = state.registration === 'rejected' && state.attention === 'registration-rejected'
  return isAsked ? { ...state, attention: null } : state
}

/** Nothing is asked about a refund that came, was given up, or is not owed any more. */
function withoutRefundQuestion(state: PurchaseState): PurchaseState {
  const isAsked = state.attention === 'refund-missing' || state.attention === 'refund-possible'
  return isAsked ? { ...state, attention: null } : state
}

function isConfirmed(state: PurchaseState): boolean {
  return state.payment === 'confirmed' || state.payment === 'final'
}

export type Delivery = 'pending' | 'done' | 'failed'

/** What a service status means: SUCCESS and COMPLETED are done, FAILED and REFUNDED failed, anything else is still pending. */
export function deliveryOf(serviceStatus: string | null): Delivery {
  const status = serviceStatus?.toUpperCase()
  if (status === 'SUCCESS' || status === 'COMPLETED') return 'done'
  if (status === 'FAILED' || status === 'REFUNDED') return 'failed'
  return 'pending'
}

/** Whether the payment can never move coins any more, or never could. */
export function isUnpaidForGood(state: PurchaseState): boolean {
  return ['reverted', 'cancelled', 'superseded'].includes(state.payment)
}

/**
 * Whether nothing is left to do: unpaid for good, or final on chain, settled by the service and, if failed, refunded or waived; or refunded though
 * the service said no.
 */
export function hasEnded(state: PurchaseState): boolean {
  if (isUnpaidForGood(state)) return true
  if (state.payment !== 'final') return false
  if (state.registration !== 'registered') return state.registration === 'rejected' && state.refund === 'seen'
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

/** The one word a person sees for a purchase; paid is never shown as failed unless the service said so. */
export function personStatus(state: PurchaseState): PersonStatus {
  if (isUnpaidForGood(state)) return 'not-paid'
  if (state.attention !== null) return 'needs-you'
  if (state.refund === 'seen') return 'refunded'
  if (state.registration === 'registered') {
    const delivery = deliveryOf(state.serviceStatus)
    if (delivery === 'done') return 'delivered'
    if (delivery === 'failed') return 'failed'
  }
  return isConfirmed(state) ? 'on-its-way' : 'paying'
}

/** Why no node of a network takes a signed transaction for now. */
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

/** Whether the address that is paid was paid before for the service on this network, and whether the service names it as a contract. */
export const recipientStandings = [
  'known',
  'first',
  'first-named',
  'first-unnamed',
  'changed',
  'changed-named',
] as const
export type RecipientStanding = (typeof recipientStandings)[number]

/** Why the payment guard refuses what a quote asks to sign. */
export const paymentRefusals = [
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

/** Why an offer can not be paid whatever it asks to sign: it is another one than was chosen, or nobody is there to pay. */
export const quoteRefusals = [
  'wrong-product',
  'wrong-fiat',
  'wrong-coin',
  'native-coin',
  'no-wallet',
  'moves-else',
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
