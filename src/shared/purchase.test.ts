import { describe, expect, it } from 'vitest'
import {
  awaitedOf,
  deliveryOf,
  hasEnded,
  newPurchase,
  personStatus,
  silenceReason,
  transition,
  type AttentionReason,
  type Awaited,
  type PurchaseEvent,
  type PurchaseState,
} from './purchase.ts'

const events: PurchaseEvent[] = [
  { type: 'signed' },
  { type: 'mined' },
  { type: 'confirmed' },
  { type: 'finalized' },
  { type: 'reorged' },
  { type: 'reverted' },
  { type: 'cancelled' },
  { type: 'superseded' },
  { type: 'sped-up' },
  { type: 'cancel-signed' },
  { type: 'registration-prepared' },
  { type: 'registration-unclear' },
  { type: 'registration-rejected' },
  { type: 'registered', status: 'PENDING' },
  { type: 'service-status', status: 'SUCCESS' },
  { type: 'service-status', status: 'FAILED' },
  { type: 'refund-seen' },
  { type: 'refund-waived' },
  { type: 'refund-confirmed', hash: '0x1' },
  { type: 'refund-declined', hash: '0x1' },
  { type: 'attention-raised', reason: 'registration-rejected' },
  { type: 'attention-raised', reason: 'refund-possible' },
  { type: 'attention-raised', reason: 'payment-dropped' },
  { type: 'attention-raised', reason: 'registration-unanswered' },
  { type: 'attention-raised', reason: 'delivery-late' },
  { type: 'attention-raised', reason: 'refund-missing' },
  { type: 'attention-cleared' },
]

/** Every state that any sequence of events can lead to, with the events that led there legally. */
function explore(): { states: PurchaseState[]; moves: [PurchaseState, PurchaseEvent, PurchaseState][] } {
  const seen = new Map<string, PurchaseState>([[JSON.stringify(newPurchase), newPurchase]])
  const moves: [PurchaseState, PurchaseEvent, PurchaseState][] = []
  const queue = [newPurchase]
  for (let state = queue.pop(); state; state = queue.pop()) {
    for (const event of events) {
      const next = transition(state, event)
      if (next === null) continue
      moves.push([state, event, next])
      const key = JSON.stringify(next)
      if (seen.has(key)) continue
      seen.set(key, next)
      queue.push(next)
    }
  }
  return { states: [...seen.values()], moves }
}

const { states, moves } = explore()

describe('the purchase machine, explored exhaustively', () => {
  it('says no to every event in every state but where it is listed here', () => {
    const legal = (state: PurchaseState, { type }: PurchaseEvent): boolean => {
      const { payment, registration, unclear, refund, serviceStatus, attention } = state
      switch (type) {
        case 'signed':
          return payment === 'none'
        case 'mined':
        case 'reverted':
        case 'cancelled':
        case 'superseded':
          return payment === 'signed'
        case 'sped-up':
        case 'cancel-signed':
          return payment === 'signed' && registration === 'none'
        case 'confirmed':
          return payment === 'mined'
        case 'finalized':
          return payment === 'confirmed'
        case 'reorged':
          return payment === 'mined' || payment === 'confirmed'
        case 'registration-prepared':
          return (
            ['confirmed', 'final'].includes(payment) &&
            (['none', 'rejected'].includes(registration) || (registration === 'prepared' && unclear))
          )
        case 'registration-unclear':
        case 'registration-rejected':
          return registration === 'prepared'
        case 'registered':
          return ['prepared', 'rejected'].includes(registration)
        case 'service-status':
          return registration === 'registered'
        case 'refund-seen':
          return registration === 'registered' && refund !== 'seen'
        case 'refund-waived':
        case 'refund-confirmed':
        case 'refund-declined':
          return ['FAILED', 'REFUNDED'].includes(serviceStatus ?? '') && refund === 'none'
        case 'attention-raised':
          return true
        case 'attention-cleared':
          return attention !== null
      }
    }
    for (const state of states) {
      for (const event of events) {
        expect([state, event, transition(state, event) !== null]).toEqual([state, event, legal(state, event)])
      }
    }
    expect(states.length).toBeGreaterThan(150)
  })

  it('registers only what was confirmed on chain first', () => {
    for (const [before, event] of moves) {
      if (event.type === 'registration-prepared') expect(['confirmed', 'final']).toContain(before.payment)
    }
    for (const state of states) {
      if (state.payment === 'none') expect(state.registration).toBe('none')
    }
  })

  it('never calls a payment failed unless the service said so or the coins did not move', () => {
    for (const state of states) {
      const status = personStatus(state)
      if (status === 'failed') expect(deliveryOf(state.serviceStatus)).toBe('failed')
      if (status === 'not-paid') expect(['reverted', 'cancelled', 'superseded']).toContain(state.payment)
    }
  })

  it('never signs twice, and never leaves a settled payment', () => {
    for (const [before, event, after] of moves) {
      if (event.type === 'signed') expect(before.payment).toBe('none')
      if (['final', 'reverted', 'cancelled', 'superseded'].includes(before.payment)) {
        expect(after.payment).toBe(before.payment)
      }
    }
  })

  it('ends only when nothing is left to do', () => {
    for (const state of states.filter(hasEnded)) {
      const unpaid = ['reverted', 'cancelled', 'superseded'].includes(state.payment)
      const settled =
        state.payment === 'final' &&
        state.registration === 'registered' &&
        (deliveryOf(state.serviceStatus) === 'done' || state.refund !== 'none')
      expect(unpaid || settled).toBe(true)
    }
  })

  it('asks about a refund only while one is awaited, and by an answer ends only that question', () => {
    const answers = ['refund-seen', 'refund-confirmed', 'refund-declined', 'refund-waived']
    for (const [before, event, after] of moves) {
      if (answers.includes(event.type)) {
        const isAnswered = before.attention === 'refund-possible' || before.attention === 'refund-missing'
        expect(after.attention).toBe(isAnswered ? null : before.attention)
      }
      if (event.type === 'refund-declined') expect(after.refund).toBe('none')
      if (event.type === 'service-status' && event.status === 'SUCCESS') {
        expect(after.attention).not.toBe('refund-possible')
      }
    }
  })

  it('asks about a wait only while it lasts, and knows what to ask about every wait', () => {
    const waits: Partial<Record<AttentionReason, Awaited>> = {
      'payment-dropped': 'mined',
      'registration-unanswered': 'registered',
      'delivery-late': 'settled',
      'refund-missing': 'refunded',
    }
    for (const state of states) {
      const about = state.attention && waits[state.attention]
      if (about) expect([state, awaitedOf(state)]).toEqual([state, about])
      const reason = silenceReason(state)
      expect([state, reason === null]).toEqual([state, awaitedOf(state) === null])
      if (reason !== null) {
        expect(transition(state, { type: 'attention-raised', reason })).toMatchObject({ attention: reason })
      }
    }
  })

  it('waits for something wherever coins may have moved and the end is not known', () => {
    for (const state of states.filter((one) => one.payment !== 'none' && !hasEnded(one) && awaitedOf(one) === null)) {
      const isDone = deliveryOf(state.serviceStatus) === 'done' || state.refund !== 'none'
      expect([state, isDone]).toEqual([state, true])
    }
  })

  it('lets any service status follow any other, so that a success can turn into a failure', () => {
    const delivered = states.find((state) => state.registration === 'registered' && state.serviceStatus === 'SUCCESS')
    expect(delivered && transition(delivered, { type: 'service-status', status: 'FAILED' })).toMatchObject({
      serviceStatus: 'FAILED',
    })
  })

  it('takes mined and confirmed back to signed when the chain does', () => {
    for (const payment of ['mined', 'confirmed'] as const) {
      expect(transition({ ...newPurchase, payment }, { type: 'reorged' })?.payment).toBe('signed')
    }
    expect(transition({ ...newPurchase, payment: 'final' }, { type: 'reorged' })).toBeNull()
  })
})
