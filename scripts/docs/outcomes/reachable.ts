import {
  attentionReasons,
  awaitsRefund,
  isSettled,
  newPurchase,
  silenceReason,
  transition,
  type AttentionReason,
  type PurchaseEvent,
  type PurchaseState,
} from '../../../src/shared/purchases/state.ts'

/** What can be said about a refund that arrived, or about a transfer with an open question. */
export type RefundCase = 'in parts' | 'less' | 'unproven' | 'of several purchases' | 'by a known sender'

/** A state of a purchase, and whether only the person's word supports its payment. */
export interface Reached {
  readonly state: PurchaseState
  readonly asReported: boolean
  /** The refund, where it is not one transfer of the whole amount from a stranger. */
  readonly refund?: RefundCase
}

const statuses = ['PROCESSING', 'SUCCESS', 'FAILED', 'REFUNDED']
const hash = `0x${'d3'.repeat(32)}`
const events: readonly PurchaseEvent[] = [
  ...(['signed', 'mined', 'confirmed', 'finalized', 'reorged', 'reverted', 'cancelled', 'superseded'] as const).map(
    (type) => ({ type }),
  ),
  ...(['reported', 'proven', 'disproved'] as const).map((type) => ({ type })),
  ...(['registration-prepared', 'registration-unclear', 'registration-rejected'] as const).map((type) => ({
    type,
  })),
  ...statuses.flatMap((status) => [
    { type: 'registered', status } as const,
    { type: 'service-status', status } as const,
  ]),
  ...(['refund-seen', 'refund-waived', 'attention-cleared'] as const).map((type) => ({ type })),
  { type: 'refund-confirmed', hash },
  { type: 'refund-declined', hash },
  ...attentionReasons.map((reason) => ({ type: 'attention-raised', reason }) as const),
]

/** Questions that main clears together with an event, beyond those that the transition clears. */
const answered: Partial<Record<PurchaseEvent['type'], readonly AttentionReason[]>> = {
  'registration-prepared': ['registration-rejected', 'registration-unanswered', 'other-payment-mined'],
  'registration-rejected': ['registration-unanswered'],
  registered: ['registration-rejected', 'registration-refused-access'],
}

/** Returns every state of a purchase after its payment is signed. */
export function reachable(): Reached[] {
  const found = new Map<string, Reached>()
  const queue: Reached[] = [{ state: newPurchase, asReported: false }]
  for (const reached of queue) {
    for (const event of events) {
      const next = after(reached, event)
      const key = JSON.stringify(next)
      if (next === null || found.has(key)) continue
      found.set(key, next)
      queue.push(next)
    }
  }
  return [...found.values()]
}

function after({ state, asReported }: Reached, event: PurchaseEvent): Reached | null {
  if (event.type === 'attention-raised' && !mayAsk(state, event.reason)) return null
  if (event.type === 'reported' && state.attention !== 'payment-dropped') return null
  if ((event.type === 'proven' || event.type === 'disproved') && !asReported) return null
  const next = transition(state, event)
  if (next === null) return null
  const isAnswered = next.attention !== null && answered[event.type]?.includes(next.attention)
  const isInBlock = ['mined', 'confirmed', 'final'].includes(next.payment)
  const isShown = event.type === 'mined' || event.type === 'proven'
  const isUnproven = event.type === 'reported' || (asReported && !isShown && isInBlock)
  return { state: isAnswered ? { ...next, attention: null } : next, asReported: isUnproven }
}

/** Returns whether Till may ask `reason` in `state`; only one question is open at a time. */
function mayAsk(state: PurchaseState, reason: AttentionReason): boolean {
  const { payment, registration, attention, unclear } = state
  if (attention !== null || payment === 'none') return false
  const isConfirmed = payment === 'confirmed' || payment === 'final'
  switch (reason) {
    case 'registration-rejected':
      return registration === 'rejected'
    case 'registration-refused-access':
      return registration === 'prepared' && isConfirmed
    case 'registration-unanswered':
      return silenceReason(state) === reason || (registration === 'prepared' && unclear && isConfirmed)
    case 'registered-differently':
      return registration === 'registered'
    case 'refund-possible':
      return awaitsRefund(state)
    case 'chain-changed':
      return !isSettled(state)
    case 'other-payment-mined':
      return registration !== 'none' && (payment === 'mined' || isConfirmed)
    default:
      return silenceReason(state) === reason && !isSettled(state)
  }
}
