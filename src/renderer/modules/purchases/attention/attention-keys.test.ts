import { expect, test } from 'vitest'
import { purchaseWithQuestion, withPossibleRefund } from '../../../../../e2e/gallery/scenes/purchase-with-question.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { attentionTitleKey, knownKeys, safeKey } from './attention-keys.ts'

type Registration = Partial<PurchaseView['registration']>
const withRegistration = (purchase: PurchaseView, given: Registration): PurchaseView => ({
  ...purchase,
  registration: { ...purchase.registration, ...given },
})
const inState = (purchase: PurchaseView, state: PurchaseView['steps'][number]['state']): PurchaseView => ({
  ...purchase,
  steps: purchase.steps.map((step) => ({ ...step, state })),
})
const unanswered = purchaseWithQuestion('registration-unanswered')

test('mentions corrections only if they are offered', () => {
  const purchase = scriptedPurchase(1, 'needs-you', 1, { attention: 'registration-rejected' })
  expect(safeKey(purchase)).toBe('attention.registration-rejected.safe')
  const rejected = withRegistration(purchase, { state: 'rejected' })
  expect(safeKey(rejected)).toBe('attention.registration-rejected.safeOrCorrect')
  const other = { ...rejected, externalAsked: '999.5' }
  expect(safeKey(other)).toBe('attention.registration-rejected.safeOtherAmount')
  expect(safeKey({ ...rejected, attention: 'refund-missing' })).toBe('attention.refund-missing.safe')
  expect(safeKey(unanswered)).toBe('attention.registration-unanswered.safeOrCorrect')
  expect(safeKey(withRegistration(unanswered, { keyRefused: true }))).toBe(
    'attention.registration-unanswered.safeDuplicate',
  )
  expect(safeKey(withRegistration(unanswered, { unclear: false }))).toBe('attention.registration-unanswered.safe')
})

test('says whether an unanswered registration is unclear, how the last report ended, and its status code', () => {
  const known = 'attention.registration-unanswered.knownUnclear'
  expect(knownKeys(unanswered)).toEqual([known, 'report.service-down', 'report.answer'])
  const silent = withRegistration(unanswered, { lastError: 'offline', lastStatus: null })
  expect(knownKeys(silent)).toEqual([known, 'report.offline'])
  const odd = withRegistration(unanswered, { lastError: 'service-malformed', lastStatus: 201 })
  expect(knownKeys(odd)).toEqual([known, 'report.service-malformed'])
  const unreported = withRegistration(unanswered, { unclear: false, lastError: null, lastStatus: null })
  expect(knownKeys(unreported)).toEqual(['attention.registration-unanswered.known'])
  const duplicate = withRegistration(unanswered, { keyRefused: true })
  expect(knownKeys(duplicate)).toEqual(['attention.registration-unanswered.knownDuplicate'])
})

test('names the service’s status and time only if there is one', () => {
  const late = purchaseWithQuestion('delivery-late')
  expect(knownKeys(late)).toEqual(['attention.delivery-late.known'])
  const mute = { ...late, service: { ...late.service, status: null } }
  expect(knownKeys(mute)).toEqual(['attention.delivery-late.knownSilent'])
  const possible = purchaseWithQuestion('refund-possible')
  expect(knownKeys(possible)).toEqual(['attention.refund-possible.known'])
  const undated = { ...possible, refund: { ...possible.refund, possible: null } }
  expect(knownKeys(undated)).toEqual(['attention.refund-possible.knownUndated'])
  const unconfirmed = withPossibleRefund({ isProven: false })
  expect(knownKeys(unconfirmed)).toEqual(['attention.refund-possible.knownUnconfirmed'])
  expect(safeKey(unconfirmed)).toBe('attention.refund-possible.safeUnconfirmed')
  const together = withPossibleRefund({ count: 2, isKnown: true })
  expect([...knownKeys(together), safeKey(together)]).toEqual([
    'attention.refund-possible.knownTogether',
    'attention.refund-possible.safeTogether',
  ])
  const other = withPossibleRefund({ isKnown: true, amount: '5' })
  expect([...knownKeys(other), safeKey(other)]).toEqual([
    'attention.refund-possible.knownOther',
    'attention.refund-possible.safeOther',
  ])
})

test('says what the network does for a dropped payment only', () => {
  const since = '2026-03-04T12:00:00.000Z'
  const dropped = (what: 'silent' | 'stalled') => ({
    ...purchaseWithQuestion('payment-dropped'),
    networkTrouble: { what, since },
  })
  expect(knownKeys(dropped('silent'))).toEqual(['attention.payment-dropped.knownSilent'])
  expect(safeKey(dropped('silent'))).toBe('attention.payment-dropped.safeSilent')
  expect(knownKeys(dropped('stalled'))).toEqual(['networkTrouble.stalled', 'attention.payment-dropped.knownStalled'])
  expect(safeKey(dropped('stalled'))).toBe('attention.payment-dropped.safeStalled')
  const late = { ...purchaseWithQuestion('delivery-late'), networkTrouble: { what: 'stalled', since } as const }
  expect(knownKeys(late)).toEqual(['attention.delivery-late.known'])
})

test('says that a dropped payment waits behind a nonce gap, unless its network is silent', () => {
  const behind = { ...purchaseWithQuestion('payment-dropped'), waitingFor: { what: 'gap', until: null } as const }
  expect([...knownKeys(behind), safeKey(behind)]).toEqual([
    'attention.payment-dropped.knownGap',
    'attention.payment-dropped.safeGap',
  ])
  const silent = { ...behind, networkTrouble: { what: 'silent', since: null } as const }
  expect(knownKeys(silent)).toEqual(['attention.payment-dropped.knownSilent'])
})

test('never promises to send a payment again whose unused nonce proves nothing', () => {
  const unclear = { ...purchaseWithQuestion('payment-dropped'), waitingFor: { what: 'proof', until: null } as const }
  expect(knownKeys(unclear)).toEqual(['attention.payment-dropped.knownUnclear'])
  expect(safeKey(unclear)).toBe('attention.payment-dropped.safeUnclear')
  expect(knownKeys(purchaseWithQuestion('payment-dropped'))).toEqual(['attention.payment-dropped.known'])
})

test('recommends a higher fee only if it can be signed', () => {
  const dropped = purchaseWithQuestion('payment-dropped')
  expect(safeKey({ ...dropped, feeActions: ['speed-up', 'cancel'] })).toBe('attention.payment-dropped.safe')
  expect(safeKey({ ...dropped, feeActions: [] })).toBe('attention.payment-dropped.safeOnlyAgain')
  const purchase = { ...dropped, feeActions: ['speed-up' as const, 'cancel' as const] }
  const refused = (refusal: 'fee-too-low' | 'fee-above-node-cap'): PurchaseView => ({
    ...purchase,
    waitingFor: { what: 'network', until: null, refusal },
  })
  expect(safeKey(refused('fee-too-low'))).toBe('attention.payment-dropped.safe')
  expect(safeKey(refused('fee-above-node-cap'))).toBe('attention.payment-dropped.safeOnlyAgain')
  const cancelling = { ...purchase, feeChange: { action: 'cancel', at: purchase.createdAt } } as const
  expect(safeKey(cancelling)).toBe('attention.payment-dropped.safeCancelling')
})

test('does not call an unproven payment paid when it asks about the registration', () => {
  for (const reason of ['registration-rejected', 'registration-unanswered', 'registration-refused-access'] as const) {
    const asReported = { ...purchaseWithQuestion(reason), isPaidAsReported: true }
    expect(knownKeys(asReported)).toEqual(['attention.asReported.known'])
    expect([attentionTitleKey(reason, asReported), safeKey(asReported)]).toEqual([
      'attention.asReported.title',
      'attention.asReported.safe',
    ])
    const unconfirmed = inState(purchaseWithQuestion(reason), 'signed')
    expect(knownKeys(unconfirmed)).toEqual(['attention.unconfirmed.known'])
    expect(attentionTitleKey(reason, unconfirmed)).toBe('attention.unconfirmed.title')
  }
  const missing = { ...purchaseWithQuestion('refund-missing'), isPaidAsReported: true }
  expect([attentionTitleKey('refund-missing', missing), ...knownKeys(missing)]).toEqual([
    'attention.refund-missing.titleUnconfirmed',
    'attention.refund-missing.knownUnconfirmed',
  ])
})

test('does not blame the token if the service forbids access for another reason', () => {
  const refused = purchaseWithQuestion('registration-refused-access')
  expect(safeKey(withRegistration(refused, { lastError: 'service-unauthorized' }))).toBe(
    'attention.registration-refused-access.safe',
  )
  expect(safeKey(withRegistration(refused, { lastError: 'service-forbidden' }))).toBe(
    'attention.registration-refused-access.safeForbidden',
  )
})
