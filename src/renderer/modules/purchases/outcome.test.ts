import { expect, test } from 'vitest'
import { askedPurchase } from '../../../../e2e/gallery/scenes/asked-purchase.ts'
import { scriptedPurchase } from '../../../../e2e/support/scripted-state.ts'
import type { PurchaseView } from '../../../shared/views.ts'
import { isCancelling, knownKey, leavesPermission, safeKey } from './outcome.ts'

type Step = PurchaseView['steps'][number]
const at = '2026-03-04T12:00:00Z'
const [pay] = scriptedPurchase(1, 'delivered', 1).steps
const steps = (approve: Step['state'], paid: Step['state']): Step[] => [
  { ...pay!, kind: 'approve', state: approve },
  { ...pay!, state: paid },
]

test('a permission is told of where the network took it and the payment did not come about', () => {
  for (const approve of ['mined', 'confirmed', 'final'] as const)
    for (const paid of ['none', 'reverted', 'cancelled'] as const)
      expect(leavesPermission({ status: 'not-paid', steps: steps(approve, paid) })).toBe(true)
})

test('and not where it was not taken, is still needed, or was used up', () => {
  for (const approve of ['none', 'signed', 'reverted', 'cancelled', 'superseded'] as const)
    expect(leavesPermission({ status: 'not-paid', steps: steps(approve, 'none') })).toBe(false)
  for (const status of ['paying', 'on-its-way', 'delivered', 'failed', 'refunded', 'needs-you'] as const)
    expect(leavesPermission({ status, steps: steps('final', 'final') })).toBe(false)
  expect(leavesPermission(scriptedPurchase(1, 'not-paid', 1))).toBe(false)
})

test('a payment is being cancelled until the network has taken one of the two', () => {
  const asked = scriptedPurchase(1, 'paying', 1, { feeChange: { action: 'cancel', at } })
  expect(isCancelling(asked)).toBe(true)
  expect(isCancelling({ ...asked, steps: steps('final', 'mined') })).toBe(false)
  expect(isCancelling({ ...asked, feeChange: { action: 'speed-up', at } })).toBe(false)
  expect(isCancelling({ ...asked, feeChange: null })).toBe(false)
  expect(isCancelling({ ...asked, status: 'not-paid' })).toBe(false)
})

test('corrections are spoken of only where they are offered', () => {
  const purchase = scriptedPurchase(1, 'needs-you', 1, { attention: 'registration-rejected' })
  expect(safeKey('registration-rejected', purchase)).toBe('registration-rejected.safe')
  const rejected = { ...purchase, registration: { ...purchase.registration, state: 'rejected' as const } }
  expect(safeKey('registration-rejected', rejected)).toBe('registration-rejected.safeOrCorrect')
  expect(safeKey('refund-missing', rejected)).toBe('refund-missing.safe')
  const unanswered = askedPurchase('registration-unanswered')
  expect(safeKey('registration-unanswered', unanswered)).toBe('registration-unanswered.safeOrCorrect')
  const refused = { ...unanswered, registration: { ...unanswered.registration, keyRefused: true } }
  expect(safeKey('registration-unanswered', refused)).toBe('registration-unanswered.safeDuplicate')
  const untold = { ...unanswered, registration: { ...unanswered.registration, unclear: false } }
  expect(safeKey('registration-unanswered', untold)).toBe('registration-unanswered.safe')
})

test('what is known names the answer, the status and the time only where there is one', () => {
  const unanswered = askedPurchase('registration-unanswered')
  expect(knownKey(unanswered)).toBe('registration-unanswered.known')
  const silent = { ...unanswered, registration: { ...unanswered.registration, lastStatus: null } }
  expect(knownKey(silent)).toBe('registration-unanswered.knownSilent')
  const duplicate = { ...unanswered, registration: { ...unanswered.registration, keyRefused: true } }
  expect(knownKey(duplicate)).toBe('registration-unanswered.knownDuplicate')
  const late = askedPurchase('delivery-late')
  expect(knownKey(late)).toBe('delivery-late.known')
  expect(knownKey({ ...late, service: { ...late.service, status: null } })).toBe('delivery-late.knownSilent')
  expect(knownKey(askedPurchase('refund-possible'))).toBe('refund-possible.known')
})

test('a dropped payment says what its network does, and no other question does', () => {
  const since = '2026-03-04T12:00:00.000Z'
  const dropped = (what: 'silent' | 'still') => ({
    ...askedPurchase('payment-dropped'),
    networkTrouble: { what, since },
  })
  expect(knownKey(dropped('silent'))).toBe('payment-dropped.knownSilent')
  expect(safeKey('payment-dropped', dropped('silent'))).toBe('payment-dropped.safeSilent')
  expect(knownKey(dropped('still'))).toBe('payment-dropped.knownStill')
  expect(safeKey('payment-dropped', dropped('still'))).toBe('payment-dropped.safeStill')
  const late = { ...askedPurchase('delivery-late'), networkTrouble: { what: 'still', since } as const }
  expect([knownKey(late), safeKey('delivery-late', late)]).toEqual(['delivery-late.known', 'delivery-late.safe'])
})

test('a payment behind a missing transaction says so, unless its network does not answer', () => {
  const waitingFor = { what: 'gap', until: null } as const
  const behind = { ...askedPurchase('payment-dropped'), waitingFor }
  expect([knownKey(behind), safeKey('payment-dropped', behind)]).toEqual([
    'payment-dropped.knownGap',
    'payment-dropped.safeGap',
  ])
  const silent = { ...behind, networkTrouble: { what: 'silent', since: null } as const }
  expect(knownKey(silent)).toBe('payment-dropped.knownSilent')
})

test('a payment whose number is used by nobody knows what is never said to be sent again', () => {
  const unclear = { ...askedPurchase('payment-dropped'), waitingFor: { what: 'proof', until: null } as const }
  expect(knownKey(unclear)).toBe('payment-dropped.knownUnclear')
  expect(safeKey('payment-dropped', unclear)).toBe('payment-dropped.safeUnclear')
  expect(knownKey(askedPurchase('payment-dropped'))).toBe('payment-dropped.known')
})

test('a payment that nobody has proven is not called paid where its registration is asked about', () => {
  const rejected = { ...askedPurchase('registration-rejected'), paidByWord: true }
  expect([knownKey(rejected), safeKey('registration-rejected', rejected)]).toEqual(['byWord.known', 'byWord.safe'])
  const late = { ...askedPurchase('delivery-late'), paidByWord: true }
  expect(knownKey(late)).toBe('delivery-late.known')
})
