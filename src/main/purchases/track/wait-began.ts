import { awaitedOf, newPurchase, transition, type PurchaseEvent } from '../../../shared/purchases/state.ts'
import type { DatedEvent } from '../purchase-repository.ts'

/** Events after which a wait is measured from zero, because the person just did something about it. */
const restarts: readonly PurchaseEvent['type'][] = ['attention-cleared', 'sped-up', 'cancel-signed']

/** Returns the event that started the current wait: its index and time (epoch milliseconds). */
export function waitBegan(events: readonly DatedEvent[]): { readonly index: number; readonly at: number } {
  let began = { index: 0, at: events[0]?.at ?? 0 }
  let state = newPurchase
  for (const [index, event] of events.entries()) {
    const before = awaitedOf(state)
    state = transition(state, toEvent(event)) ?? state
    if (awaitedOf(state) !== before || restarts.includes(event.type)) began = { index, at: event.at }
  }
  return began
}

function toEvent({ type, status, reason }: DatedEvent): PurchaseEvent {
  return { type, status: status ?? '', reason } as PurchaseEvent
}
