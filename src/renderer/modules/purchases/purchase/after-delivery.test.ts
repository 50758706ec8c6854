// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { stepsAfterDelivery, supportReference } from './after-delivery.ts'

let till: MountedTill | undefined
afterEach(() => till?.close())

const giftCard = scriptedPurchase(70, 'delivered', 9, { productType: 'gift_card', reference: 'ana@example.org' })
const esim = { ...giftCard, productType: 'esim' }

test('names the inbox, the spam folder and the reference, in this order', () => {
  expect(stepsAfterDelivery(giftCard)).toEqual(['inbox', 'spam', 'redeem', 'support'])
  expect(stepsAfterDelivery(esim)).toEqual(['inboxOfEsim', 'spam', 'install', 'start', 'support'])
})

test('names no inbox that is not known', () => {
  expect(stepsAfterDelivery({ ...giftCard, reference: '+525512345678' })).toEqual(['message', 'redeem', 'support'])
  expect(stepsAfterDelivery({ ...esim, reference: null })).toEqual(['install', 'start', 'support'])
})

test('names the number and the inbox where both were asked for', async () => {
  const both = scriptedPurchase(73, 'delivered', 9, {
    productType: 'esim',
    requiredFields: [{ name: 'recipient.email', value: 'yo@example.org' }],
  })
  expect(stepsAfterDelivery(both)).toEqual(['messageOrInbox', 'spam', 'install', 'start', 'support'])
  till = await mountTill(`/purchases/${both.id}`, { purchases: [both] })
  await till.until(() =>
    expect(till?.text()).toContain('Look for the message to +52 55 1234 5678 or the e-mail to yo@example.org'),
  )
  expect(till.text()).toContain('The e-mail or message says when its days start to count.')
})

test('gives the service’s own reference to its support, else the payment’s hash, else the proof', () => {
  expect(supportReference(giftCard)).toBe(giftCard.registration.transactionId)
  const unnamed = { ...giftCard, registration: { ...giftCard.registration, transactionId: null } }
  expect(supportReference(unnamed)).toBe(giftCard.steps[0]?.hash)
  expect(stepsAfterDelivery({ ...unnamed, steps: [] })).toEqual(['inbox', 'spam', 'redeem', 'proof'])
})

test('a delivered gift card says what to do, and copies the reference', async () => {
  till = await mountTill(`/purchases/${giftCard.id}`, { purchases: [giftCard] })
  await till.until(() => expect(till?.text()).toContain('Open the inbox of ana@example.org'))
  expect(till.text()).toContain(
    `Copy this number, by which it finds the purchase:${giftCard.registration.transactionId ?? ''}`,
  )
  expect(till.text()).not.toContain('There is no code')
  await till.press('Copy')
  await till.until(async () => expect(await navigator.clipboard.readText()).toBe(giftCard.registration.transactionId))
})

test('a delivered top-up says what to do if it did not arrive, with the number for the support', async () => {
  const topUp = scriptedPurchase(71, 'delivered', 9)
  till = await mountTill(`/purchases/${topUp.id}`, { purchases: [topUp] })
  await till.until(() => expect(till?.text()).toContain('There is no code to type in.'))
  expect(till.text()).not.toContain('What to do now')
  expect(till.text()).toContain('Not arrived, or the wrong number?')
  expect(till.text()).toContain('Ask the support of Sandbox')
  expect(till.text()).toContain(topUp.registration.transactionId ?? 'none')
})
