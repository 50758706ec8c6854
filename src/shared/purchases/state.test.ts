import { beforeAll, describe, expect, it } from 'vitest'
import {
  awaitedOf,
  awaitsRefund,
  deliveryOf,
  isSettled,
  isCorrectable,
  isUnpaidForGood,
  newPurchase,
  personStatus,
  silenceReason,
  transition,
  type AttentionReason,
  type Awaited,
  type PurchaseEvent,
  type PurchaseState,
} from './state.ts'

const plain = [
  'signed',
  'mined',
  'confirmed',
  'finalized',
  'reorged',
  'reverted',
  'cancelled',
  'superseded',
  'revived',
  'reported',
  'proven',
  'disproved',
  'sped-up',
  'cancel-signed',
  'registration-prepared',
  'registration-unclear',
  'registration-rejected',
  'refund-seen',
  'refund-waived',
  'refund-part',
  'attention-cleared',
] as const
const raised = [
  'registration-rejected',
  'registration-unanswered',
  'payment-dropped',
  'delivery-late',
  'refund-possible',
  'refund-missing',
] as const
const events: PurchaseEvent[] = [
  ...plain.map((type) => ({ type })),
  { type: 'registered', status: 'PENDING' },
  { type: 'service-status', status: 'SUCCESS' },
  { type: 'service-status', status: 'FAILED' },
  { type: 'refund-confirmed', hash: '0x1' },
  { type: 'refund-declined', hash: '0x1' },
  ...raised.map((reason) => ({ type: 'attention-raised', reason }) as const),
]

/** Returns every state that any sequence of legal events can reach, with those events. */
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

describe('the purchase machine, explored exhaustively', () => {
  let { states, moves }: ReturnType<typeof explore> = { states: [], moves: [] }
  beforeAll(() => ({ states, moves } = explore()))

  it('refuses every event in every state unless listed here', () => {
    const legal = (state: PurchaseState, { type }: PurchaseEvent): boolean => {
      const { payment, registration, unclear, refund, serviceStatus, attention } = state
      switch (type) {
        case 'signed':
          return payment === 'none'
        case 'mined':
        case 'reported':
        case 'reverted':
        case 'cancelled':
        case 'superseded':
          return payment === 'signed'
        case 'revived':
          return ['reverted', 'cancelled', 'superseded'].includes(payment)
        case 'sped-up':
        case 'cancel-signed':
          return payment === 'signed' && registration === 'none'
        case 'confirmed':
          return payment === 'mined'
        case 'finalized':
          return payment === 'confirmed'
        case 'proven':
        case 'disproved':
          return payment === 'final'
        case 'reorged':
          return payment === 'mined' || payment === 'confirmed'
        case 'registration-prepared':
          return (
            ['confirmed', 'final'].includes(payment) &&
            (registration === 'none' ||
              (registration === 'rejected' && refund === 'none') ||
              (registration === 'prepared' && unclear))
          )
        case 'registration-unclear':
        case 'registration-rejected':
          return registration === 'prepared'
        case 'registered':
          return ['prepared', 'rejected'].includes(registration)
        case 'service-status':
          return registration === 'registered'
        case 'refund-seen':
          return registration !== 'none' && refund !== 'seen'
        case 'refund-waived':
          return (
            (['FAILED', 'REFUNDED'].includes(serviceStatus ?? '') || registration === 'rejected') && refund === 'none'
          )
        case 'refund-part':
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

  it('registers only payments that are confirmed on chain', () => {
    for (const [before, event] of moves) {
      if (event.type === 'registration-prepared') expect(['confirmed', 'final']).toContain(before.payment)
    }
    for (const state of states) {
      if (state.payment === 'none') expect(state.registration).toBe('none')
    }
  })

  it('never shows a payment as failed unless the service failed, rejected what the person gave up, or no coins moved', () => {
    for (const state of states) {
      const status = personStatus(state)
      const isGivenUp = state.registration === 'rejected' && state.refund === 'waived'
      if (status === 'failed' && !isGivenUp) expect(deliveryOf(state.serviceStatus)).toBe('failed')
      if (status === 'not-paid') expect(['reverted', 'cancelled', 'superseded']).toContain(state.payment)
    }
  })

  it('never signs twice, and leaves a settled payment state only if the chain shows another outcome', () => {
    for (const [before, event, after] of moves) {
      if (event.type === 'signed') expect(before.payment).toBe('none')
      if (event.type === 'revived' || event.type === 'disproved') expect(after.payment).toBe('signed')
      else if (['final', 'reverted', 'cancelled', 'superseded'].includes(before.payment)) {
        expect(after.payment).toBe(before.payment)
      }
    }
  })

  it('ends only when nothing is left to do', () => {
    for (const state of states.filter(isSettled)) {
      const unpaid = ['reverted', 'cancelled', 'superseded'].includes(state.payment)
      const settled =
        state.payment === 'final' &&
        state.registration === 'registered' &&
        (deliveryOf(state.serviceStatus) === 'done' || state.refund !== 'none')
      const isOver = state.payment === 'final' && state.registration === 'rejected' && state.refund !== 'none'
      expect(unpaid || settled || isOver).toBe(true)
    }
  })

  it('asks about a refund only while one is awaited, and an answer ends only that question', () => {
    const answers = ['refund-seen', 'refund-confirmed', 'refund-declined', 'refund-waived']
    for (const [before, event, after] of moves) {
      if (answers.includes(event.type)) {
        const isMoot = ['refund-seen', 'refund-waived'].includes(event.type) && before.registration === 'rejected'
        const isAnswered =
          before.attention === 'refund-possible' ||
          before.attention === 'refund-missing' ||
          (isMoot && ['registration-rejected', 'registration-unanswered'].includes(before.attention ?? ''))
        expect(after.attention).toBe(isAnswered ? null : before.attention)
      }
      if (event.type === 'refund-declined') expect(after.refund).toBe('none')
      if (event.type === 'service-status' && event.status === 'SUCCESS') {
        expect(after.attention).not.toBe('refund-possible')
      }
    }
  })

  it('asks about a wait only while it lasts, and has a question for every wait', () => {
    const waits: Partial<Record<AttentionReason, Awaited>> = {
      'payment-dropped': 'mined',
      'registration-unanswered': 'registered',
      'delivery-late': 'settled',
      'refund-missing': 'refunded',
      'payment-not-final': 'final',
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

  it('asks nothing about a payment that turned out not to count', () => {
    for (const [, { type }, after] of moves) {
      if (type === 'reverted' || type === 'cancelled' || type === 'superseded') expect(after.attention).toBeNull()
    }
  })

  it('waits for something from signing until it is settled', () => {
    for (const state of states.filter((one) => one.payment !== 'none')) {
      expect([state, awaitedOf(state) === null]).toEqual([state, isSettled(state)])
    }
  })

  it('lets any service status follow any other, so that a success can turn into a failure', () => {
    const delivered = states.find((state) => state.registration === 'registered' && state.serviceStatus === 'SUCCESS')
    expect(delivered && transition(delivered, { type: 'service-status', status: 'FAILED' })).toMatchObject({
      serviceStatus: 'FAILED',
    })
  })

  it('returns from mined and confirmed to signed after a reorganization', () => {
    for (const payment of ['mined', 'confirmed'] as const) {
      expect(transition({ ...newPurchase, payment }, { type: 'reorged' })?.payment).toBe('signed')
    }
    expect(transition({ ...newPurchase, payment: 'final' }, { type: 'reorged' })).toBeNull()
  })
})

/** A purchase with a confirmed payment that the service knows, with `changes`. */
const paid = (changes: Partial<PurchaseState> = {}): PurchaseState => ({
  payment: 'confirmed',
  registration: 'registered',
  unclear: false,
  serviceStatus: 'PENDING',
  refund: 'none',
  attention: null,
  ...changes,
})
const failed = (changes: Partial<PurchaseState> = {}): PurchaseState => paid({ serviceStatus: 'FAILED', ...changes })
const unpaid = ['reverted', 'cancelled', 'superseded'] as const

describe('an event', () => {
  it('finds nothing done and nothing asked in a new purchase', () => {
    expect(newPurchase).toEqual({
      payment: 'none',
      registration: 'none',
      unclear: false,
      serviceStatus: null,
      refund: 'none',
      attention: null,
    })
  })

  it.each([
    ['signed', 'none', 'signed'],
    ['mined', 'signed', 'mined'],
    ['confirmed', 'mined', 'confirmed'],
    ['finalized', 'confirmed', 'final'],
    ['reverted', 'signed', 'reverted'],
    ['cancelled', 'signed', 'cancelled'],
    ['superseded', 'signed', 'superseded'],
  ] as const)('%s turns a payment that is %s into %s, and changes nothing else', (type, payment, after) => {
    expect(transition({ ...newPurchase, payment }, { type })).toEqual({ ...newPurchase, payment: after })
  })

  it.each<[PurchaseEvent, PurchaseState, Partial<PurchaseState>]>([
    [{ type: 'sped-up' }, { ...newPurchase, payment: 'signed' }, {}],
    [{ type: 'cancel-signed' }, { ...newPurchase, payment: 'signed' }, {}],
    [{ type: 'registration-prepared' }, paid({ registration: 'none' }), { registration: 'prepared' }],
    [
      { type: 'registration-prepared' },
      paid({ registration: 'prepared', unclear: true }),
      { registration: 'prepared', unclear: false },
    ],
    [{ type: 'registration-unclear' }, paid({ registration: 'prepared' }), { unclear: true }],
    [
      { type: 'registration-rejected' },
      paid({ registration: 'prepared', unclear: true }),
      { registration: 'rejected', unclear: false },
    ],
    [
      { type: 'registered', status: 'NEW' },
      paid({ registration: 'prepared', unclear: true, serviceStatus: null }),
      { registration: 'registered', unclear: false, serviceStatus: 'NEW' },
    ],
    [{ type: 'service-status', status: 'SUCCESS' }, paid(), { serviceStatus: 'SUCCESS' }],
    [
      { type: 'service-status', status: 'SUCCESS' },
      failed({ attention: 'refund-possible' }),
      { serviceStatus: 'SUCCESS', attention: null },
    ],
    [{ type: 'service-status', status: 'FAILED' }, failed({ attention: 'refund-possible' }), {}],
    [{ type: 'refund-seen' }, failed({ attention: 'refund-missing' }), { refund: 'seen', attention: null }],
    [
      { type: 'refund-confirmed', hash: '0x1' },
      failed({ attention: 'refund-possible' }),
      { refund: 'seen', attention: null },
    ],
    [{ type: 'refund-declined', hash: '0x1' }, failed({ attention: 'refund-possible' }), { attention: null }],
    [{ type: 'refund-waived' }, failed(), { refund: 'waived' }],
    [
      { type: 'refund-waived' },
      paid({ registration: 'rejected', attention: 'registration-rejected' }),
      { refund: 'waived', attention: null },
    ],
    [
      { type: 'registered', status: 'FAILED' },
      paid({ registration: 'rejected', refund: 'waived' }),
      { registration: 'registered', serviceStatus: 'FAILED', refund: 'none' },
    ],
    [
      { type: 'registered', status: 'FAILED' },
      paid({ registration: 'rejected', refund: 'seen' }),
      { registration: 'registered', serviceStatus: 'FAILED' },
    ],
    [{ type: 'refund-part' }, failed({ attention: 'refund-possible' }), { attention: null }],
    [{ type: 'attention-raised', reason: 'chain-changed' }, paid(), { attention: 'chain-changed' }],
    [{ type: 'attention-cleared' }, paid({ attention: 'chain-changed' }), { attention: null }],
  ])('%j in %j changes only %j', (event, before, changes) => {
    expect(transition(before, event)).toEqual({ ...before, ...changes })
  })

  it('of an unknown type changes nothing', () => {
    expect(transition(paid(), { type: 'forgotten' } as unknown as PurchaseEvent)).toBeNull()
  })

  it('for a second registration is refused while the first may still be answered', () => {
    expect(transition(paid({ registration: 'prepared' }), { type: 'registration-prepared' })).toBeNull()
    expect(transition(paid({ unclear: true }), { type: 'registration-prepared' })).toBeNull()
  })
})

describe('what a person sees of a purchase', () => {
  it.each<[string, PurchaseState]>([
    ['paying', { ...newPurchase, payment: 'signed' }],
    ['paying', { ...newPurchase, payment: 'mined' }],
    ['on-its-way', paid({ registration: 'none', serviceStatus: null })],
    ['on-its-way', paid({ payment: 'final' })],
    ['on-its-way', paid({ registration: 'rejected', serviceStatus: 'SUCCESS' })],
    ['paying', paid({ payment: 'signed' })],
    ['delivered', paid({ serviceStatus: 'SUCCESS' })],
    ['failed', failed()],
    ['failed', failed({ refund: 'waived' })],
    ['failed', paid({ registration: 'rejected', refund: 'waived' })],
    ['paying', paid({ payment: 'mined', registration: 'rejected', refund: 'waived' })],
    ['refunded', failed({ refund: 'seen' })],
    ['needs-you', failed({ refund: 'seen', attention: 'chain-changed' })],
    ...unpaid.map((payment): [string, PurchaseState] => ['not-paid', paid({ payment, attention: 'chain-changed' })]),
  ])('is %s for %j', (status, state) => expect(personStatus(state)).toBe(status))

  it.each([
    ['success', 'done'],
    ['COMPLETED', 'done'],
    ['FAILED', 'failed'],
    ['Refunded', 'failed'],
    ['PENDING', 'pending'],
    ['', 'pending'],
    [null, 'pending'],
  ])('turns the service’s %j into %s', (status, delivery) => expect(deliveryOf(status)).toBe(delivery))

  it.each<[boolean, PurchaseState]>([
    ...unpaid.map((payment): [boolean, PurchaseState] => [true, { ...newPurchase, payment }]),
    [true, paid({ payment: 'final', serviceStatus: 'SUCCESS' })],
    [true, failed({ payment: 'final', refund: 'seen' })],
    [true, failed({ payment: 'final', refund: 'waived' })],
    [false, failed({ payment: 'final' })],
    [false, paid({ payment: 'final' })],
    [false, paid({ payment: 'final', refund: 'seen' })],
    [false, paid({ serviceStatus: 'SUCCESS' })],
    [false, paid({ payment: 'final', registration: 'rejected', serviceStatus: 'SUCCESS' })],
    [true, paid({ payment: 'final', registration: 'rejected', refund: 'seen' })],
    [true, paid({ payment: 'final', registration: 'rejected', refund: 'waived' })],
    [false, paid({ payment: 'final', registration: 'prepared', refund: 'seen' })],
  ])('has settled: %s, for %j', (ended, state) => expect(isSettled(state)).toBe(ended))

  it('is unpaid for good only if the chain says so', () => {
    const states = ['none', 'signed', 'mined', 'confirmed', 'final', ...unpaid] as const
    expect(states.filter((payment) => isUnpaidForGood({ ...newPurchase, payment }))).toEqual([...unpaid])
  })

  it('is owed a refund only if the service failed and none was seen or waived', () => {
    expect([awaitsRefund(failed()), awaitsRefund(paid())]).toEqual([true, false])
    expect([awaitsRefund(failed({ refund: 'seen' })), awaitsRefund(failed({ refund: 'waived' }))]).toEqual([
      false,
      false,
    ])
  })
})

describe('what a purchase waits for', () => {
  it.each<[Awaited | null, AttentionReason | null, PurchaseState]>([
    [null, null, newPurchase],
    ...unpaid.map((payment): [null, null, PurchaseState] => [null, null, paid({ payment })]),
    ['mined', 'payment-dropped', { ...newPurchase, payment: 'signed' }],
    ['registered', 'registration-unanswered', { ...newPurchase, payment: 'mined' }],
    ['registered', 'registration-unanswered', paid({ registration: 'prepared' })],
    ['registered', 'registration-rejected', paid({ registration: 'rejected' })],
    ['final', 'payment-not-final', paid({ registration: 'rejected', refund: 'seen' })],
    ['final', 'payment-not-final', paid({ registration: 'rejected', refund: 'waived' })],
    ['settled', 'delivery-late', paid()],
    ['mined', 'payment-dropped', { ...newPurchase, payment: 'signed', registration: 'rejected' }],
    ['refunded', 'refund-missing', failed()],
    [null, null, failed({ refund: 'waived', payment: 'final' })],
    [null, null, paid({ serviceStatus: 'SUCCESS', payment: 'final' })],
    ['final', 'payment-not-final', paid({ serviceStatus: 'SUCCESS', payment: 'confirmed' })],
    ['final', 'payment-not-final', failed({ refund: 'seen', payment: 'confirmed' })],
  ])('is %s, and asks %s, in %j', (awaited, reason, state) => {
    expect([awaitedOf(state), silenceReason(state)]).toEqual([awaited, reason])
  })

  it.each<[boolean, Partial<PurchaseState>]>([
    [true, { registration: 'rejected' }],
    [false, { registration: 'rejected', refund: 'waived' }],
    [true, { registration: 'prepared', unclear: true, attention: 'registration-unanswered' }],
    [false, { registration: 'prepared', unclear: false, attention: 'registration-unanswered' }],
    [false, { registration: 'prepared', unclear: true, attention: 'chain-changed' }],
    [false, { registration: 'registered', unclear: true, attention: 'registration-unanswered' }],
    [false, { registration: 'none' }],
  ])('may have its details corrected: %s, for %j', (isAllowed, state) => {
    expect(isCorrectable(paid(state))).toBe(isAllowed)
  })
})
