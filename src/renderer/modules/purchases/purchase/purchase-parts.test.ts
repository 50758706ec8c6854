import { expect, test } from 'vitest'
import { attentionReasons, personStatuses } from '../../../../shared/purchases/state.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { actionsFor } from './actions.ts'
import { stageStates } from './purchase-stages.ts'

const stages = (purchase: ReturnType<typeof scriptedPurchase>): string[] =>
  stageStates(purchase).map(({ stage, state }) => `${stage} ${state}`)

test('marks the first stage without a time as current', () => {
  expect(stages(scriptedPurchase(1, 'on-its-way', 1))).toEqual([
    'signed done',
    'confirmed done',
    'registered now',
    'delivered ahead',
  ])
})

test('marks a failed delivery, which waits for its refund', () => {
  expect(stages(scriptedPurchase(1, 'failed', 1)).slice(3)).toEqual(['failed bad', 'refunded now'])
})

test('leaves out the stages that a failed payment never reaches', () => {
  expect(stages(scriptedPurchase(1, 'not-paid', 1))).toEqual(['signed done', 'stopped bad'])
})

test('does not wait for a waived refund', () => {
  expect(stages(scriptedPurchase(1, 'failed', 1, { ended: true }))).not.toContain('refunded now')
})

test('leaves out the stages that a payment that was given up never reaches, before it is final too', () => {
  const { timeline } = scriptedPurchase(1, 'on-its-way', 1)
  expect(stages(scriptedPurchase(1, 'failed', 1, { timeline }))).toEqual(['signed done', 'confirmed done'])
})

const actions = (...given: Parameters<typeof scriptedPurchase>): string[] =>
  actionsFor(scriptedPurchase(...given), Date.now())

test('never offers to pay a paid purchase again', () => {
  for (const status of ['paying', 'on-its-way', 'needs-you'] as const)
    expect(actions(1, status, 1)).not.toContain('again')
  for (const attention of attentionReasons) {
    expect(actions(1, 'needs-you', 1, { attention })).not.toContain('again')
  }
})

test('offers an action for every status', () => {
  expect(Object.fromEntries(personStatuses.map((status) => [status, actions(1, status, 1)]))).toEqual({
    paying: ['check-now', 'speed-up', 'cancel'],
    'on-its-way': ['check-now'],
    delivered: ['again'],
    failed: ['check-now', 'waive', 'proof'],
    refunded: ['again'],
    'not-paid': ['again'],
    'needs-you': ['check-now'],
  })
})

test('offers an action and a proof for every attention reason', () => {
  for (const attention of attentionReasons) {
    const offered = actions(1, 'needs-you', 1, { attention, feeActions: ['speed-up', 'cancel'] })
    expect([attention, offered.length > 1, offered.includes('proof')]).toEqual([attention, true, true])
  }
})

test('does not offer to correct details where another wallet paid another amount', () => {
  const rejected = scriptedPurchase(1, 'needs-you', 1, { attention: 'registration-rejected' })
  const refused = { ...rejected, registration: { ...rejected.registration, state: 'rejected' as const } }
  expect(actionsFor({ ...refused, externalAsked: refused.totalAmount }, Date.now())[0]).toBe('correct')
  expect(actionsFor({ ...refused, externalAsked: '999.5' }, Date.now())).toEqual(['proof', 'check-now', 'give-up'])
})

test('offers to give up only a payment that the service rejected for good', () => {
  const asked = scriptedPurchase(1, 'needs-you', 1, { attention: 'registration-rejected' })
  for (const state of ['prepared', 'rejected'] as const) {
    const offered = actionsFor({ ...asked, registration: { ...asked.registration, state } }, Date.now())
    expect(offered.includes('give-up')).toBe(state === 'rejected')
  }
})

test('offers the proof of what was not delivered when nothing is waited for any more too', () => {
  const { refund } = scriptedPurchase(1, 'failed', 1)
  const waived = { ...refund, state: 'waived' as const }
  expect(actions(1, 'failed', 1, { ended: true, refund: waived })).toEqual(['again', 'proof'])
})

test('does not offer to correct a payment that was given up', () => {
  const asked = scriptedPurchase(1, 'needs-you', 1, { attention: 'other-payment-mined' })
  for (const state of ['none', 'waived'] as const) {
    const registration = { ...asked.registration, state: 'rejected' as const }
    const offered = actionsFor({ ...asked, registration, refund: { ...asked.refund, state } }, Date.now())
    expect(offered.includes('correct')).toBe(state === 'none')
  }
})

test('offers a higher fee after half a minute, and at once for a dropped payment', () => {
  expect(actions(1, 'paying', 0.4)).toEqual(['check-now'])
  const dropped = { attention: 'payment-dropped', feeActions: ['cancel'] } as const
  expect(actions(1, 'needs-you', 0, { ...dropped, feeActions: [...dropped.feeActions] })[0]).toBe('cancel')
})

test('checks a dropped payment first while its network accepts nothing, and speeds it up only if that can help', () => {
  const dropped = { attention: 'payment-dropped', feeActions: ['speed-up', 'cancel'] } as const
  const offered = (what: 'silent' | 'stalled') =>
    actions(1, 'needs-you', 1, {
      ...dropped,
      feeActions: [...dropped.feeActions],
      networkTrouble: { what, since: '2026-03-04T12:00:00.000Z' },
    })
  expect(offered('stalled')).toEqual(['check-now', 'cancel', 'proof'])
  expect(offered('silent')).toEqual(['check-now', 'speed-up', 'cancel', 'proof'])
})

test('does not offer to buy again what was bought again already', () => {
  expect(actions(1, 'not-paid', 1, { repeatedBy: [scriptedPurchase(2, 'paying', 0).id] })).toEqual([])
})
