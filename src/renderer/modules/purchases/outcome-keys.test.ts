import { expect, test } from 'vitest'
import { askedPurchase } from '../../../../e2e/gallery/scenes/asked-purchase.ts'
import type { PurchaseView } from '../../../shared/purchases/views.ts'
import { scriptedPurchase } from '../../../testing/scripted/purchases.ts'
import { outcomeKeys } from './outcome-keys.ts'
import { reportErrors } from './report-keys.ts'

const surroundings = { now: Date.parse('2026-03-04T12:00:00Z'), isServiceOnline: true }
const keysOf = (purchase: PurchaseView): string[] => outcomeKeys(purchase, surroundings).flatMap(({ keys }) => keys)
const onItsWay = scriptedPurchase(1, 'on-its-way', 1, { waitingFor: { what: 'service', until: null } })
const told = (given: Partial<PurchaseView['registration']>): PurchaseView => ({
  ...onItsWay,
  registration: { ...onItsWay.registration, ...given },
})
const signed = (purchase: PurchaseView): PurchaseView => ({
  ...purchase,
  steps: purchase.steps.map((step) => ({ ...step, state: 'signed' })),
})

test('a report is not promised while it is unclear whether the service has the payment', () => {
  expect(keysOf(told({ state: 'prepared' }))).toContain('outcome.reporting')
  const unclear = keysOf(told({ state: 'prepared', unclear: true, lastError: 'service-timeout' }))
  expect(unclear).toEqual(expect.arrayContaining(['outcome.paid', 'outcome.unclear', 'report.service-timeout']))
  expect(unclear).not.toContain('outcome.reporting')
})

test.each(reportErrors)('a report that ended with %s has words of its own while it is not registered', (lastError) => {
  expect(keysOf(told({ state: 'prepared', lastError }))).toContain(`report.${lastError}`)
  for (const state of ['none', 'registered', 'rejected'] as const) {
    expect(keysOf(told({ state, lastError })).filter((key) => key.startsWith('report.'))).toEqual([])
  }
  expect(keysOf({ ...told({ state: 'prepared', lastError }) }).filter((key) => key.startsWith('errors.'))).toEqual([])
})

test('every error of the service’s client has words for a report', () => {
  const sources = import.meta.glob<string>('../../../main/service/**/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const thrown = Object.entries(sources)
    .filter(([file]) => !file.endsWith('.test.ts'))
    .flatMap(([, text]) => [...text.matchAll(/new AppError\(\s*'([^']+)'/g)].map(([, code = '']) => code))
  // What nobody foresaw stands as `internal`; only a catalog is written to the disk.
  const ofReports = new Set([...thrown, 'internal'].filter((code) => code !== 'not-allowed'))
  expect([...ofReports].toSorted()).toEqual([...reportErrors].toSorted())
})

test('the service is quoted where its answer to the report is spoken of', () => {
  const lastMessage = 'Unknown number'
  expect(keysOf(told({ state: 'prepared', lastError: 'service-rejected', lastMessage }))).toContain('report.says')
  const asked = askedPurchase('registration-rejected')
  const rejected = { ...asked, registration: { ...asked.registration, lastMessage } }
  expect(keysOf(rejected)).toContain('report.says')
  expect(keysOf({ ...rejected, attention: 'other-payment-mined' })).not.toContain('report.says')
  expect(keysOf(told({ state: 'registered', lastMessage }))).not.toContain('report.says')
})

test('a payment is called paid only where a node showed it', () => {
  expect(keysOf({ ...onItsWay, isPaidAsReported: true })).not.toContain('outcome.paid')
  expect(keysOf({ ...signed(onItsWay), status: 'paying' })).not.toContain('outcome.paid')
  expect(keysOf(scriptedPurchase(1, 'failed', 1))).toContain('outcome.failed')
  expect(keysOf(scriptedPurchase(1, 'failed', 1, { isPaidAsReported: true }))).toContain('outcome.failedUnproven')
  expect(keysOf(signed(scriptedPurchase(1, 'failed', 1)))).toContain('outcome.failedUnproven')
})

test('a service that says it paid back is not said to owe, and one that moved on is quoted', () => {
  const failed = scriptedPurchase(1, 'failed', 1)
  const claimed = { ...failed, service: { ...failed.service, status: 'REFUNDED' } }
  expect(keysOf(claimed)).toContain('outcome.failedSaysRefunded')
  const refunded = scriptedPurchase(1, 'refunded', 1)
  expect(keysOf(refunded)).toContain('outcome.refunded')
  const moved = { ...refunded, service: { ...refunded.service, status: 'SUCCESS' } }
  expect(keysOf(moved)).toContain('outcome.refundedMoved')
})

test('a payment whose place another transaction took is not called untouched', () => {
  const superseded = scriptedPurchase(1, 'not-paid', 1)
  const steps = superseded.steps.map((step) => ({ ...step, state: 'superseded' as const, networkFee: null }))
  expect(keysOf({ ...superseded, steps })).toEqual(['outcome.superseded'])
})

test('a question that is left over from a payment that did not come about says nothing', () => {
  const rejected = askedPurchase('registration-rejected')
  expect(
    keysOf({ ...rejected, status: 'not-paid', ended: true }).filter((key) => key.startsWith('attention.')),
  ).toEqual([])
})

test('a service that is not reached while its payment is reported is not taken for the network', () => {
  const lost = {
    ...told({ state: 'prepared', lastError: 'offline' }),
    waitingFor: { what: 'connection', until: null },
  } as const
  expect(keysOf(lost)).toContain('waiting.service')
  const offline = outcomeKeys(lost, { ...surroundings, isServiceOnline: false }).flatMap(({ keys }) => keys)
  expect(offline).toContain('waiting.connection')
  const refund = scriptedPurchase(1, 'failed', 1, { waitingFor: { what: 'connection', until: null } })
  expect(keysOf(refund)).toContain('waiting.networkSilent')
})

test('a cancel that came too late is told of only where the payment is proven', () => {
  const late = { ...onItsWay, feeChange: { action: 'cancel', at: '2026-03-04T12:00:00Z' } } as const
  expect(keysOf(late)).toContain('fee.cancel.late')
  expect(keysOf({ ...late, isPaidAsReported: true })).not.toContain('fee.cancel.late')
  expect(keysOf({ ...late, status: 'failed' })).not.toContain('fee.cancel.late')
})
