import { describe, expect, test } from 'vitest'
import { purchaseWithQuestion } from '../../../../../e2e/gallery/scenes/purchase-with-question.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { outcomeKeys } from './outcome-keys.ts'
import { reportErrors } from '../attention/report-keys.ts'

const surroundings = { now: Date.parse('2026-03-04T12:00:00Z'), isServiceOnline: true }
const keysOf = (purchase: PurchaseView): string[] => outcomeKeys(purchase, surroundings).flatMap(({ keys }) => keys)
const onItsWay = scriptedPurchase(1, 'on-its-way', 1, { waitingFor: { what: 'service', until: null } })
const withRegistration = (given: Partial<PurchaseView['registration']>): PurchaseView => ({
  ...onItsWay,
  registration: { ...onItsWay.registration, ...given },
})
const signed = (purchase: PurchaseView): PurchaseView => ({
  ...purchase,
  steps: purchase.steps.map((step) => ({ ...step, state: 'signed' })),
})

test('promises no report while it is unclear whether the service has the payment', () => {
  expect(keysOf(withRegistration({ state: 'prepared' }))).toContain('outcome.reporting')
  const unclear = keysOf(withRegistration({ state: 'prepared', unclear: true, lastError: 'service-timeout' }))
  expect(unclear).toEqual(expect.arrayContaining(['outcome.paid', 'outcome.unclear', 'report.service-timeout']))
  expect(unclear).not.toContain('outcome.reporting')
})

test.each(reportErrors)('has its own message for a report that ended with %s, until it is registered', (lastError) => {
  expect(keysOf(withRegistration({ state: 'prepared', lastError }))).toContain(`report.${lastError}`)
  for (const state of ['none', 'registered', 'rejected'] as const) {
    expect(keysOf(withRegistration({ state, lastError })).filter((key) => key.startsWith('report.'))).toEqual([])
  }
  expect(
    keysOf({ ...withRegistration({ state: 'prepared', lastError }) }).filter((key) => key.startsWith('errors.')),
  ).toEqual([])
})

test('has a report message for every error of the service’s client', () => {
  const sources = import.meta.glob<string>('../../../../main/service/**/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const thrown = Object.entries(sources)
    .filter(([file]) => !file.endsWith('.test.ts'))
    .flatMap(([, text]) => [...text.matchAll(/new AppError\(\s*'([^']+)'/g)].map(([, code = '']) => code))
  // Reports store unexpected errors as `internal`; `not-allowed` comes only from the catalog.
  const ofReports = new Set([...thrown, 'internal'].filter((code) => code !== 'not-allowed'))
  expect([...ofReports].toSorted()).toEqual([...reportErrors].toSorted())
})

test('quotes the service where its answer to the report matters', () => {
  const lastMessage = 'Unknown number'
  expect(keysOf(withRegistration({ state: 'prepared', lastError: 'service-rejected', lastMessage }))).toContain(
    'report.says',
  )
  const purchase = purchaseWithQuestion('registration-rejected')
  const rejected = { ...purchase, registration: { ...purchase.registration, lastMessage } }
  expect(keysOf(rejected)).toContain('report.says')
  expect(keysOf({ ...rejected, attention: 'other-payment-mined' })).not.toContain('report.says')
  expect(keysOf(withRegistration({ state: 'registered', lastMessage }))).not.toContain('report.says')
})

test('calls a payment paid only if a node showed it', () => {
  expect(keysOf({ ...onItsWay, isPaidAsReported: true })).not.toContain('outcome.paid')
  expect(keysOf({ ...signed(onItsWay), status: 'paying' })).not.toContain('outcome.paid')
  expect(keysOf(scriptedPurchase(1, 'failed', 1))).toContain('outcome.failed')
  expect(keysOf(scriptedPurchase(1, 'failed', 1, { isPaidAsReported: true }))).toContain('outcome.failedUnconfirmed')
  expect(keysOf(signed(scriptedPurchase(1, 'failed', 1)))).toContain('outcome.failedUnconfirmed')
})

test('does not say that a service owes a refund that it reports, and quotes one whose status changed', () => {
  const failed = scriptedPurchase(1, 'failed', 1)
  const claimed = { ...failed, service: { ...failed.service, status: 'REFUNDED' } }
  expect(keysOf(claimed)).toContain('outcome.failedSaysRefunded')
  const refunded = scriptedPurchase(1, 'refunded', 1)
  expect(keysOf(refunded)).toContain('outcome.refunded')
  const moved = { ...refunded, service: { ...refunded.service, status: 'SUCCESS' } }
  expect(keysOf(moved)).toContain('outcome.refundedMoved')
})

test('does not call a payment untouched that another transaction replaced', () => {
  const superseded = scriptedPurchase(1, 'not-paid', 1)
  const steps = superseded.steps.map((step) => ({ ...step, state: 'superseded' as const, networkFee: null }))
  expect(keysOf({ ...superseded, steps })).toEqual(['outcome.superseded'])
})

test('says nothing about an attention reason left over from a failed payment', () => {
  const rejected = purchaseWithQuestion('registration-rejected')
  expect(
    keysOf({ ...rejected, status: 'not-paid', ended: true }).filter((key) => key.startsWith('attention.')),
  ).toEqual([])
})

test('blames the service, not the network, if the service is unreachable for a report', () => {
  const lost = {
    ...withRegistration({ state: 'prepared', lastError: 'offline' }),
    waitingFor: { what: 'connection', until: null },
  } as const
  expect(keysOf(lost)).toContain('waiting.service')
  const offline = outcomeKeys(lost, { ...surroundings, isServiceOnline: false }).flatMap(({ keys }) => keys)
  expect(offline).toContain('waiting.connection')
  const refund = scriptedPurchase(1, 'failed', 1, { waitingFor: { what: 'connection', until: null } })
  expect(keysOf(refund)).toContain('waiting.networkSilent')
})

test('says once that a refund is awaited', () => {
  const waitingFor = { what: 'refund', until: null } as const
  expect(keysOf(scriptedPurchase(1, 'failed', 1, { waitingFor }))).toEqual(['outcome.failed'])
  const silent = { what: 'silent', since: '2026-03-04T12:00:00Z' } as const
  const troubled = scriptedPurchase(1, 'failed', 1, { waitingFor, networkTrouble: silent })
  expect(keysOf(troubled)).toContain('networkTrouble.silent')
  expect(keysOf({ ...purchaseWithQuestion('refund-missing'), waitingFor })).not.toContain('waiting.refund')
  expect(keysOf({ ...purchaseWithQuestion('registered-differently'), waitingFor })).toContain('waiting.refund')
})

test('reports a late cancel only if the payment is proven', () => {
  const late = { ...onItsWay, feeChange: { action: 'cancel', at: '2026-03-04T12:00:00Z' } } as const
  expect(keysOf(late)).toContain('fee.cancel.late')
  expect(keysOf({ ...late, isPaidAsReported: true })).not.toContain('fee.cancel.late')
  expect(keysOf({ ...late, status: 'failed' })).not.toContain('fee.cancel.late')
})

describe('another wallet paid another amount', () => {
  const other = (given: Partial<PurchaseView['registration']>): PurchaseView => ({
    ...withRegistration(given),
    externalAsked: '999.5',
  })

  test('the service may refuse it, and nobody is told that nothing is lost', () => {
    const reporting = keysOf(other({ state: 'prepared' }))
    expect(reporting).toEqual(['outcome.paidOther', 'outcome.reportingOther', 'waiting.service', 'outcome.notAgain'])
    const lost = keysOf(other({ state: 'prepared', unclear: true, lastError: 'service-timeout' }))
    expect(lost).toEqual(expect.arrayContaining(['outcome.reportingOther', 'outcome.unclear']))
    expect(lost).not.toContain('outcome.canClose')
  })

  test('a refusal is not called unclear', () => {
    const refused = keysOf(other({ state: 'prepared', unclear: true, lastError: 'service-rejected', lastStatus: 400 }))
    expect(refused).toEqual(
      expect.arrayContaining(['outcome.refusedOther', 'report.service-rejected', 'report.answer']),
    )
    expect(refused).not.toContain('outcome.unclear')
    expect(refused).not.toContain('outcome.canClose')
  })

  test('once the service registered it, it is on its way like any other', () => {
    expect(keysOf(other({ state: 'registered' }))).toEqual(
      expect.arrayContaining(['outcome.paidOther', 'outcome.registered', 'outcome.canClose']),
    )
  })
})

test('says of another wallet’s payment that it was sent, not that Till signed it', () => {
  const paying = signed({ ...scriptedPurchase(1, 'paying', 1), externalAsked: '11.05' })
  expect(keysOf(paying)).toContain('outcome.unconfirmedElsewhere')
  expect(keysOf(paying)).not.toContain('outcome.unconfirmed')
})
