// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { purchaseRowView } from '../../../../shared/purchases/views.ts'
import { scriptedArrival, scriptedExternal } from '../../../../testing/fixtures/external.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { scriptedSale } from '../../../../testing/fixtures/sales.ts'
import type { Answers } from '../../../../testing/scripted/script.ts'
import { purchaseWithQuestion, withPossibleRefund } from '../../../../../e2e/gallery/scenes/purchase-with-question.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { dialog, purchaseAt, refusedOne } from '../../../../testing/renderer/purchases.ts'

let till: MountedTill
afterEach(() => {
  till.close()
})

test('says what a purchase waits for, and that Till can be closed', async () => {
  till = await mountTill(`/purchases/${purchaseAt(0).id}`)
  await till.until(() => expect(till.text()).toContain('You can close Till. Nothing is lost.'))
  expect(till.text()).toMatch(/Waiting for the delivery\. Until about .*\d:\d\d/)
  expect(till.text()).toMatch(/Placing the order, in progressfor \d+ (sec|min)/)
})

test('says how long the current stage has been going, and what it waits for', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2)
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting] })
  const current = (): string => document.querySelector('main [aria-current="step"]')?.textContent ?? ''
  await till.until(() => expect(current()).toMatch(/^Confirming, in progress ?for \d min/))
  expect(current()).toContain('Waiting for the network to confirm it.')
  expect(document.querySelector('main [aria-current="step"]')?.closest('[role="status"], [aria-live]')).toBeNull()
})

test('ticks a payment that no node took as signed, and does not call it sent or confirming', async () => {
  const networkTrouble = { what: 'silent', since: new Date().toISOString() } as const
  const waiting = scriptedPurchase(81, 'paying', 2, { networkTrouble })
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting] })
  const labels = (): string[] => [...document.querySelectorAll('main section li')].map((one) => one.textContent ?? '')
  await till.until(() => expect(labels()[0]).toMatch(/^Signed, done/))
  expect(labels()[1]).toMatch(/^Not confirmed yet/)
  expect(labels().join()).not.toMatch(/Sent|Confirming/)
})

test('says how long a delivery usually takes where earlier ones tell, while it waits for the delivery', async () => {
  const usual = { lastSku: null, usualDelivery: { seconds: 38, count: 12 } }
  const words = 'Usually it takes about 40 seconds from payment, by your last 12 deliveries here.'
  till = await mountTill(`/purchases/${purchaseAt(0).id}`, { 'purchases.ofBrand': usual })
  await till.until(() => expect(till.text()).toContain(words))
  expect(till.inputsOf('purchases.ofBrand')).toEqual([{ slug: purchaseAt(0).brandSlug, to: null }])
  till.close()
  const waiting = scriptedPurchase(81, 'paying', 2)
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting], 'purchases.ofBrand': usual })
  await till.until(() => expect(till.text()).toContain('Waiting for the network to confirm it.'))
  expect(till.text()).not.toContain('Usually')
})

test('asks in the order known, safe, to do, with one primary button and a warning of a second purchase', async () => {
  const asking = purchaseWithQuestion('delivery-late')
  till = await mountTill(`/purchases/${asking.id}`, { purchases: [asking] })
  await till.until(() =>
    expect(till.text()).toMatch(/is late.*What we know.*Your money.*What you can do.*Don’t buy it again yet/s),
  )
  expect(document.querySelectorAll('main .bg-green.text-on-green:is(button, a)')).toHaveLength(1)
})

test('follows the events of main', async () => {
  till = await mountTill(`/purchases/${purchaseAt(0).id}`)
  await till.until(() => expect(till.text()).toContain('on its way to'))
  const done = { ...scriptedPurchase(1, 'delivered', 1), id: purchaseAt(0).id }
  till.scripted.script.purchases = [done]
  till.scripted.emit('purchase.changed', purchaseRowView.parse(done))
  await till.until(() => expect(till.text()).toContain('MX$200 delivered to Ana · +52 55 1234 5678'))
  expect(till.text()).toContain('There is no code to type in.')
})

test('says what is known and safe if a purchase needs attention, and offers the action', async () => {
  till = await mountTill(`/purchases/${purchaseAt(2).id}`)
  await till.until(() =>
    expect(till.text()).toContain('You paid 19.20 USDC, but the service rejected the payment report.'),
  )
  expect(till.text()).toContain('Till never pays it again')
  await till.press('Check now')
  expect(till.inputsOf('purchases.checkNow')).toEqual([{ id: purchaseAt(2).id }])
  // Nothing else may have changed.
  await till.until(() => expect(till.text()).toContain('Checked just now.'))
})

/** Confirms the open dialog, once it takes presses. */
async function confirmDialog(): Promise<void> {
  await till.until(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
  const [, agree] = document.querySelectorAll<HTMLElement>('[role="dialog"] .flex.justify-end button')
  await till.until(() => expect(agree?.hasAttribute('disabled')).toBe(false))
  agree?.click()
}

test('stops waiting for a refund only after a confirmation', async () => {
  till = await mountTill(`/purchases/${purchaseAt(3).id}`, {
    'purchases.waiveRefund': { ended: true, refund: { state: 'waived' } },
  })
  await till.until(() => till.button('Stop waiting'))
  await till.press('Stop waiting')
  expect(till.inputsOf('purchases.waiveRefund')).toEqual([])
  await confirmDialog()
  await till.until(() => expect(till.text()).toContain('You chose not to wait for the refund.'))
})

test('stops asking a service that rejected the payment only after a confirmation', async () => {
  const purchase = purchaseAt(2)
  const registration = { ...purchase.registration, state: 'rejected' as const }
  till = await mountTill(`/purchases/${purchase.id}`, {
    purchases: [{ ...purchase, registration }],
    'purchases.waiveRefund': { status: 'failed', attention: null, refund: { state: 'waived' } },
  })
  await till.until(() => till.button('Stop asking'))
  await till.press('Stop asking')
  expect(till.inputsOf('purchases.waiveRefund')).toEqual([])
  await confirmDialog()
  await till.until(() => expect(till.text()).toContain('Only the service’s support can return the coins.'))
  expect(till.text()).toContain('Not delivered. The service didn’t accept the payment')
  expect(till.button('Save proof')).toBeDefined()
})

/** Returns the purchase after the user's answer about a transfer of `amount`. */
function answered(choice: string, amount: string): Answers['purchases.answerRefund'] {
  if (choice === 'no') return { status: 'failed', attention: null, refund: { possible: null } }
  const from = '0x52908400098527886E0F7030069857D2E4169EE7' as const
  const parts = [{ amount, from, evidence: 'person' as const }]
  const [status, state, missing] =
    choice === 'all' ? (['refunded', 'seen', '0'] as const) : (['failed', 'none', '6.05'] as const)
  return { status, ended: choice === 'all', refund: { state, amount, missing, parts, possible: null } }
}

test.each([
  ['Yes, it’s the refund', 'all', 'You confirmed that 11.05 USDC from 0x52908400098527886E0F7030069857D2E4169EE7'],
  ['Yes, it’s part of it', 'part', 'It refunded 5.00 USDC and still owes you'],
  ['No, keep waiting', 'no', 'Till is watching for the refund.'],
])('answers whether a transfer is the refund only after a confirmation: %s', async (label, choice, after) => {
  const purchase = choice === 'part' ? withPossibleRefund({ amount: '5' }) : purchaseWithQuestion('refund-possible')
  const hash = purchase.refund.possible?.hash
  till = await mountTill(`/purchases/${purchase.id}`, {
    purchases: [purchase],
    'purchases.answerRefund': answered(choice, purchase.refund.possible?.amount ?? ''),
  })
  await till.until(() =>
    expect(till.text()).toMatch(
      /(11\.05|5(\.00)?) USDC arrived from 0x52908400098527886E0F7030069857D2E4169EE7 on .+ Is it the refund\?/,
    ),
  )
  await till.press(label)
  expect(till.inputsOf('purchases.answerRefund')).toEqual([])
  await confirmDialog()
  await till.until(() => expect(till.text()).toContain(after))
  const answer = { id: purchase.id, hash, ordinal: 0, choice }
  expect(till.scripted.requests).toContainEqual({ name: 'purchases.answerRefund', input: answer })
})

test('says that a failed payment cost only the fee', async () => {
  till = await mountTill(`/purchases/${purchaseAt(5).id}`)
  await till.until(() =>
    expect(till.text()).toContain('Nothing was paid. Only the network fee (0.000042 ETH) was spent.'),
  )
})

test('focuses the harmless action of a dialog without fields', async () => {
  till = await mountTill(`/purchases/${purchaseAt(3).id}`)
  await till.until(() => till.button('Stop waiting'))
  await till.press('Stop waiting')
  await till.until(() => expect(document.activeElement?.textContent).toContain('Cancel'))
})

test('starts the correction of refused details with the earlier input', async () => {
  const refused = refusedOne()
  till = await mountTill(`/purchases/${refused.id}`, { purchases: [refused] })
  await till.until(() => till.button('Correct the details'))
  await till.press('Correct the details')
  await till.until(() => expect(till.field(/Phone number/).value).toContain('5512345678'))
  await till.type(/Phone number/, '551234')
  await till.pressRead('Report again')
  await till.until(() => expect(dialog()).toContain('too short'))
  expect(till.inputsOf('purchases.correctRegistration').at(-1)).toBeUndefined()
  await till.type(/Phone number/, '5587654321')
  await till.pressRead('Report again')
  await till.until(() =>
    expect(till.inputsOf('purchases.correctRegistration').at(-1)).toMatchObject({
      delivery: { reference: '5587654321' },
    }),
  )
  await till.until(() => expect(till.text()).toContain('The service hasn’t accepted it yet'))
})

test('reports a corrected number that is probably wrong only once it was confirmed', async () => {
  const refused = refusedOne()
  till = await mountTill(`/purchases/${refused.id}`, { purchases: [refused] })
  await till.until(() => till.button('Correct the details'))
  await till.press('Correct the details')
  await till.until(() => expect(till.field(/Phone number/).value).toContain('5512345678'))
  await till.type(/Phone number/, '5555555555')
  await till.pressRead('Report again')
  await till.until(() => expect(dialog()).toContain('This may not be a real number in Mexico'))
  expect(till.inputsOf('purchases.correctRegistration')).toEqual([])
  await till.press('The number is right')
  await till.pressRead('Report again')
  await till.until(() =>
    expect(till.inputsOf('purchases.correctRegistration')).toMatchObject([{ delivery: { reference: '5555555555' } }]),
  )
})

test('shows the service’s message at its field until the input changes, and its code under details', async () => {
  const { registration, ...refused } = refusedOne()
  const lastFields = [{ name: 'reference', problem: 'is not a prepaid number' }]
  const refusedFields = { ...refused, registration: { ...registration, lastCode: 'INVALID_FIELDS', lastFields } }
  till = await mountTill(`/purchases/${refused.id}`, { purchases: [refusedFields] })
  await till.until(() => till.button('Correct the details'))
  await till.until(() => expect(till.text()).toContain('Service error codeINVALID_FIELDS'))
  expect(till.text()).toContain('The service says of “reference”is not a prepaid number')
  await till.press('Correct the details')
  await till.until(() => expect(dialog()).toContain('The service says: “is not a prepaid number”'))
  await till.type(/Phone number/, '5587654321')
  await till.until(() => expect(dialog()).not.toContain('The service says'))
})

test('reports a purchase again under the network’s other name if the service refused the first', async () => {
  const { registration, ...refused } = refusedOne()
  const lastFields = [{ name: 'transactionIntent.chain', problem: 'is not the one of the quote' }]
  const refusedFields = { ...refused, registration: { ...registration, chain: refused.networkKey, lastFields } }
  till = await mountTill(`/purchases/${refused.id}`, { purchases: [refusedFields] })
  await till.until(() => till.button('Correct the details'))
  await till.press('Correct the details')
  await till.until(() => expect(dialog()).toContain('transactionIntent.chain: is not the one of the quote'))
  await till.press(/By its number$/)
  await till.pressRead('Report again')
  await till.until(() =>
    expect(till.inputsOf('purchases.correctRegistration').at(-1)).toMatchObject({ intentChain: 'chain-id' }),
  )
})

test('reports a product that is gone from the catalog unchanged', async () => {
  const refused = refusedOne()
  till = await mountTill(`/purchases/${refused.id}`, { purchases: [refused], variants: [] })
  await till.until(() => till.button('Correct the details'))
  await till.press('Correct the details')
  await till.until(() => expect(dialog()).toContain('Till reports them as before.'))
  await till.pressRead('Report again')
  await till.until(() =>
    expect(till.inputsOf('purchases.correctRegistration').at(-1)).toMatchObject({ id: refused.id, delivery: null }),
  )
})

test('buys an unpaid purchase again as a linked purchase', async () => {
  const first = scriptedPurchase(83, 'not-paid', 5)
  till = await mountTill(`/checkout/${first.sku}?from=${first.id}`, { purchases: [first] })
  await till.until(() => expect(till.text()).toContain('replaces a purchase that wasn’t paid'))
  await till.until(() => expect(till.isOff('See price')).toBe(false))
  await till.press('See price')
  await till.until(() => expect(till.inputsOf('checkout.quote').at(-1)).toMatchObject({ repeatOf: first.id }))
})

test('leads from a failed payment to its remaining allowance, and counts both fees', async () => {
  const failed = scriptedPurchase(84, 'not-paid', 5)
  const approve = { ...failed.steps[0]!, kind: 'approve', state: 'final', networkFee: '0.000026578125378' } as const
  till = await mountTill(`/purchases/${failed.id}`, {
    purchases: [{ ...failed, steps: [approve, ...failed.steps] }],
  })
  await till.until(() => expect(till.text()).toContain('Only the network fee (0.000069 ETH) was spent'))
  expect(till.text()).toContain('Network fee0.000069 ETH')
  expect(till.text()).toContain('The spending permission for this payment may still be active.')
  await till.press('See spending permissions')
  await till.until(() => expect(till.path()).toBe('/wallet/allowances'))
})

test('reports a paid purchase to the service until it is registered', async () => {
  till = await mountTill(`/purchases/${purchaseAt(0).id}`)
  await till.until(() => expect(till.text()).toContain('Till is reporting it to the service.'))
  const registered = { ...purchaseAt(0), registration: { ...purchaseAt(0).registration, state: 'registered' as const } }
  till.scripted.script.purchases = [registered]
  till.scripted.emit('purchase.changed', purchaseRowView.parse(registered))
  await till.until(() => expect(till.text()).toContain('The service registered it, but hasn’t delivered yet.'))
})

test('says that it was sold at the counter, and leads to the sale', async () => {
  const bought = scriptedPurchase(82, 'delivered', 2)
  const sold = scriptedSale(82, { purchaseId: bought.id })
  till = await mountTill(`/purchases/${bought.id}`, { purchases: [bought], sales: [sold] })
  await till.until(() => expect(till.text()).toContain('Sold at the counter'))
  // The sale has the one cost in the shop's money.
  expect(till.text()).not.toMatch(/In your currency|At today’s prices/)
  await till.press('Sale 82')
  await till.until(() => expect(till.path()).toBe(`/sales/${bought.id}/receipt`))
})

test('says that the cash of a counter sale was given back, and of a purchase at home nothing', async () => {
  const [bought, atHome] = [scriptedPurchase(82, 'delivered', 2), scriptedPurchase(83, 'delivered', 2)]
  const refundedCash = { at: new Date().toISOString(), by: null, reason: 'wrong-number', delivered: true } as const
  const sold = scriptedSale(82, { purchaseId: bought.id, refundedCash })
  till = await mountTill(`/purchases/${bought.id}`, { purchases: [bought, atHome], sales: [sold] })
  await till.until(() => expect(till.text()).toContain('Sold, cash given back'))
  await till.router.push(`/purchases/${atHome.id}`)
  await till.until(() => expect(till.text()).not.toContain('cash given back'))
  await till.until(() => expect(till.inputsOf('sales.get')).toHaveLength(2))
  expect(till.text()).not.toMatch(/Sold|Sale 82/)
  await till.until(() => expect(till.text()).toContain('At today’s prices'))
})

test('leads from a paid purchase to what another wallet sent for it besides', async () => {
  const paid = scriptedPurchase(60, 'delivered', 5, { externalAsked: '11.05' })
  const arrivals = [scriptedArrival('twice', { amount: '11.05' })]
  const external = scriptedExternal({ id: paid.id, state: 'paid', arrivals })
  till = await mountTill(`/purchases/${paid.id}`, { purchases: [paid], external: [external] })
  await till.until(() => expect(till.text()).toContain('11.05 USDC more arrived for this purchase.'))
  const coins = scriptedArrival('twice', { amount: '11.05', isBack: true })
  till.scripted.emit('external.changed', { ...external, arrivals: [], unused: [{ ...coins, isBack: false }] })
  await till.until(() => till.button('View'))
  till.scripted.emit('external.changed', { ...external, arrivals: [], unused: [coins] })
  await till.until(() => expect(till.text()).not.toContain('more arrived for this purchase'))
})
