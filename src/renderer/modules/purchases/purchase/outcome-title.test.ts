import { expect, test } from 'vitest'
import { purchaseWithQuestion, withPossibleRefund } from '../../../../../e2e/gallery/scenes/purchase-with-question.ts'
import { attentionReasons } from '../../../../shared/purchases/state.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { refundOf, scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { createFormats } from '../../../app/formats/formats.ts'
import { en } from '../../../locales/all-messages.ts'
import { outcomeParams } from './outcome-params.ts'
import { outcomeTitle } from './outcome-title.ts'

const formats = createFormats('en-US', 'UTC')
type Tree = { readonly [key: string]: string | Tree }

function message(key: string, params: Readonly<Record<string, string>>): string {
  const found = key.split('.').reduce<string | Tree | undefined>((tree, name) => (tree as Tree | undefined)?.[name], en)
  if (typeof found !== 'string') throw new Error(`There is no message ${key}`)
  return found.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}
const titleOf = (purchase: PurchaseView): string =>
  outcomeTitle(
    purchase,
    outcomeParams(purchase, formats, 0, (to) => to),
    message,
  ).replaceAll('\u00a0', ' ')
const inState = (purchase: PurchaseView, state: PurchaseView['steps'][number]['state']): PurchaseView => ({
  ...purchase,
  steps: purchase.steps.map((step) => ({ ...step, state })),
})
const withRefund = (purchase: PurchaseView, refund: Partial<PurchaseView['refund']>): PurchaseView => ({
  ...purchase,
  refund: { ...purchase.refund, ...refund },
})
const withRegistration = (given: Partial<PurchaseView['registration']>): PurchaseView => {
  const purchase = scriptedPurchase(1, 'on-its-way', 1)
  return { ...purchase, registration: { ...purchase.registration, ...given } }
}
const withStatus = (purchase: PurchaseView, status: string | null): PurchaseView => ({
  ...purchase,
  service: { ...purchase.service, status },
})
const paying = scriptedPurchase(1, 'paying', 1)
const onItsWay = scriptedPurchase(1, 'on-its-way', 1)
const failed = scriptedPurchase(1, 'failed', 1)
const refunded = scriptedPurchase(1, 'refunded', 1)
const notPaid = scriptedPurchase(1, 'not-paid', 1)
const claim = { ...refundOf('11.05'), evidence: 'claim' } as const

test.each([
  ['Paying for your MX$200 top-up', paying],
  [
    'Cancelling the payment for your MX$200 top-up',
    { ...paying, feeChange: { action: 'cancel', at: paying.createdAt } as const },
  ],
  ['MX$200 on its way to +525512345678', onItsWay],
  ['MX$200 on its way', { ...onItsWay, reference: null }],
  ['Payment for your MX$200 top-up not proven yet', { ...onItsWay, isPaidAsReported: true }],
  ['Your MX$200 top-up is paid. The service hasn’t confirmed it yet', withRegistration({ unclear: true })],
  ['Your MX$200 top-up is paid. The service hasn’t accepted it yet', withRegistration({ state: 'rejected' })],
  ['MX$200 delivered to +525512345678', scriptedPurchase(1, 'delivered', 1)],
  ['Not delivered. 11.05 USDC owed to you', failed],
  ['Not delivered. Watching for a refund', { ...failed, isPaidAsReported: true }],
  ['Not delivered. 11.05 USDC not seen back yet', withStatus(failed, 'REFUNDED')],
  [
    'Not delivered. 5.00 USDC came back, 6.05 USDC still owed',
    withRefund(failed, { amount: '5', missing: '6.05', parts: [refundOf('5')] }),
  ],
  ['Not delivered. You stopped waiting for the refund', withRefund(failed, { state: 'waived' })],
  ['Not delivered. 11.05 USDC came back', refunded],
  ['Not delivered. 10.84 USDC came back', withRefund(refunded, { amount: '10.84', missing: '0.21' })],
  ['Not delivered. You claimed 11.05 USDC back', withRefund(refunded, { parts: [claim] })],
  ['11.05 USDC came back', withStatus(refunded, null)],
  ['11.05 USDC came back', withStatus(refunded, 'SUCCESS')],
  ['The payment for your MX$200 top-up didn’t go through', notPaid],
  ['Payment for your MX$200 top-up cancelled', inState(notPaid, 'cancelled')],
  ['Payment for your MX$200 top-up replaced by another transaction', inState(notPaid, 'superseded')],
])('says what happened: %s', (title, purchase) => {
  expect(titleOf(purchase)).toBe(title)
})

test.each([
  ['gift_card', 'MX$200 gift card sent to ana@example.org', 'Paying for your MX$200 gift card'],
  ['voucher', 'MX$200 voucher sent to ana@example.org', 'Paying for your MX$200 voucher'],
  ['eSIM', 'eSIM sent to ana@example.org', 'Paying for your eSIM'],
  ['data', 'Lumo Móvil MX$200 delivered to ana@example.org', 'Paying for your Lumo Móvil purchase'],
  ['a_new_type', 'Lumo Móvil MX$200 delivered to ana@example.org', 'Paying for your Lumo Móvil purchase'],
])('names the product: %s', (productType, delivered, before) => {
  const given = { productType, reference: 'ana@example.org' }
  expect(titleOf(scriptedPurchase(1, 'delivered', 1, given))).toBe(delivered)
  expect(titleOf(scriptedPurchase(1, 'paying', 1, given))).toBe(before)
})

test('asks each question about the product or its coins', () => {
  for (const reason of attentionReasons)
    expect([reason, titleOf(purchaseWithQuestion(reason))]).toEqual([
      reason,
      expect.stringMatching(/MX\$200 top-up|11\.05 USDC/),
    ])
  expect(titleOf(withPossibleRefund({ amount: '5' }))).toBe('5.00 USDC arrived. Is this your refund?')
  expect(titleOf(withRefund(purchaseWithQuestion('refund-possible'), { possible: null }))).toBe('Is this the refund?')
})

test('claims neither a payment nor a refund owed that no node shows', () => {
  for (const reason of attentionReasons) {
    for (const state of ['signed', 'mined'] as const) {
      const title = titleOf(inState(purchaseWithQuestion(reason), state))
      expect([reason, state, title]).toEqual([reason, state, expect.not.stringMatching(/is paid|owed|not back yet/)])
    }
  }
  expect(titleOf({ ...purchaseWithQuestion('refund-missing'), isPaidAsReported: true })).toBe(
    'Not delivered. No refund seen yet',
  )
})

test('says of another amount by another wallet what was asked, and that the report was rejected', () => {
  const other = (given: Partial<PurchaseView['registration']>): string =>
    titleOf({ ...withRegistration(given), totalAmount: '10', externalAsked: '11.05' })
  expect(other({ state: 'prepared' })).toBe('10.00 USDC paid for your MX$200 top-up instead of 11.05 USDC')
  expect(other({ state: 'prepared', unclear: true, lastError: 'service-rejected' })).toBe(
    'The service didn’t accept the payment for your MX$200 top-up',
  )
  expect(other({ state: 'registered' })).toMatch(/ on its way /)
})

test('does not say that Till pays what another wallet has sent', () => {
  const paying = { ...scriptedPurchase(1, 'paying', 1), externalAsked: '11.05' }
  expect(titleOf(paying)).toBe('Payment for your MX$200 top-up not confirmed yet')
})
