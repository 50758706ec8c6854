// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { attentionListView } from '../../../shared/attention-views.ts'
import { purchaseRowView } from '../../../shared/views.ts'
import {
  scriptedForeignPayment,
  scriptedUnseen,
  scriptedPurchase,
  scriptedPurchases,
} from '../../../../e2e/support/scripted-state.ts'
import { askedPurchase } from '../../../../e2e/gallery/scenes/asked-purchase.ts'
import { mountTill, type MountedTill } from '../../app/test-mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

const of = (index: number) => scriptedPurchases[index]!

test('a purchase under way says what it waits for and that Till can be closed', async () => {
  till = await mountTill(`/purchases/${of(0).id}`)
  await till.until(() => expect(till.text()).toContain('You can close Till. Nothing is lost.'))
  expect(till.text()).toMatch(/Waiting for the delivery\. About until \d/)
  expect(till.text()).toContain('Registered, under way')
})

test('it follows what main says', async () => {
  till = await mountTill(`/purchases/${of(0).id}`)
  await till.until(() => expect(till.text()).toContain('On its way'))
  const done = { ...scriptedPurchase(1, 'delivered', 1), id: of(0).id }
  till.scripted.script.purchases = [done]
  till.scripted.emit('purchase.changed', purchaseRowView.parse(done))
  await till.until(() => expect(till.text()).toContain('Sent to +52 55 1234 5678.'))
  expect(till.text()).toContain('returns no code')
})

test('what needs a person says what is known and what is safe, and offers the step', async () => {
  till = await mountTill(`/purchases/${of(2).id}`)
  await till.until(() =>
    expect(till.text()).toContain('You paid 19.20 USDC, but the service did not take the report of it.'),
  )
  expect(till.text()).toContain('never sent again')
  await till.press('Check now')
  expect(till.scripted.asked.at(-1)).toMatchObject({ name: 'purchases.retry' })
})

test('waiting for a refund ends only after being asked twice', async () => {
  till = await mountTill(`/purchases/${of(3).id}`)
  await till.until(() => till.button('Stop waiting for the refund'))
  await till.press('Stop waiting for the refund')
  expect(till.scripted.asked.some(({ name }) => name === 'purchases.waiveRefund')).toBe(false)
  await till.until(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
  const [, agree] = document.querySelectorAll<HTMLElement>('[role="dialog"] .flex.justify-end button')
  agree?.click()
  await till.until(() => expect(till.text()).toContain('You chose not to wait for the refund.'))
})

test.each([
  ['Yes, it is the refund', true, 'You confirmed that 11.05 USDC from 0x52908400098527886E0F7030069857D2E4169EE7'],
  ['No, keep waiting', false, 'Till watches for it.'],
])('a transfer that may be the refund is answered only after being asked twice: %s', async (label, isRefund, after) => {
  const purchase = askedPurchase('refund-possible')
  const hash = purchase.refund.possible?.hash
  till = await mountTill(`/purchases/${purchase.id}`, { purchases: [purchase] })
  await till.until(() =>
    expect(till.text()).toMatch(
      /11\.05 USDC came from 0x52908400098527886E0F7030069857D2E4169EE7 on .+ Is it the refund\?/,
    ),
  )
  await till.press(label)
  expect(till.scripted.asked.some(({ name }) => name === 'purchases.answerRefund')).toBe(false)
  await till.until(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
  const [, agree] = document.querySelectorAll<HTMLElement>('[role="dialog"] .flex.justify-end button')
  agree?.click()
  await till.until(() => expect(till.text()).toContain(after))
  const answer = { id: purchase.id, hash, isRefund }
  expect(till.scripted.asked).toContainEqual({ name: 'purchases.answerRefund', input: answer })
})

test('the receipt tells a refund from where was paid from one that the person confirmed', async () => {
  const purchase = scriptedPurchase(1, 'refunded', 90)
  till = await mountTill(`/purchases/${purchase.id}`, { purchases: [purchase] })
  await till.until(() => expect(till.text()).toContain('Refund11.05 USDC, from where you paid'))
  till.scripted.script.purchases = [{ ...purchase, refund: { ...purchase.refund, evidence: 'person' } }]
  till.scripted.emit('purchase.changed', purchaseRowView.parse(purchase))
  await till.until(() => expect(till.text()).toContain('Refund11.05 USDC, confirmed by you'))
  till.scripted.script.purchases = [{ ...purchase, refund: { ...purchase.refund, evidence: null, from: null } }]
  till.scripted.emit('purchase.changed', purchaseRowView.parse(purchase))
  await till.until(() => expect(till.text()).toMatch(/Refund11\.05 USDC(?!,)/))
})

test('a payment that did not go through says that the coins are still there', async () => {
  till = await mountTill(`/purchases/${of(5).id}`)
  await till.until(() =>
    expect(till.text()).toContain('Your coins are still yours; only the network fee (0.000042 ETH) was spent.'),
  )
})

test('the list is headed by the days as a person names them', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 4, 12) })
  const hoursAgo = [1, 13, 40].map((hours) => scriptedPurchase(hours, 'delivered', 60 * hours))
  till = await mountTill('/purchases', { purchases: hoursAgo })
  await till.until(() =>
    expect([...document.querySelectorAll('main section h2')].map((heading) => heading.textContent)).toEqual([
      'Today',
      'Yesterday',
      'Monday, March 2',
    ]),
  )
})

test('the list filters by status and finds by text', async () => {
  till = await mountTill('/purchases')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil'))
  await till.type('Search purchases', 'casa')
  await till.until(() => expect(till.path()).toBe('/purchases?q=casa'))
  await till.until(() => expect(till.scripted.asked.at(-1)?.input).toMatchObject({ text: 'casa', status: null }))
  await till.router.replace('/purchases?status=delivered')
  await till.until(() => expect(till.scripted.asked.at(-1)?.input).toMatchObject({ status: 'delivered' }))
})

test('a list that can not be read says so and can be asked for again', async () => {
  till = await mountTill('/purchases', { fails: { 'purchases.list': { code: 'internal' } } })
  await till.until(() => expect(till.text()).toContain('Your purchases could not be read'))
  till.scripted.script.fails = {}
  await till.press('Try again')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil'))
})

test('more purchases are read when asked for', async () => {
  const many = Array.from({ length: 60 }, (_, index) => scriptedPurchase(index, 'delivered', index))
  till = await mountTill('/purchases', { purchases: many })
  await till.until(() => expect(till.text()).toContain('50 of 60'))
  await till.press('Show more')
  await till.until(() => expect(document.querySelectorAll('main ul li')).toHaveLength(60))
})

test('the receipt keeps what was bought, its price in coins and the recipient once', async () => {
  const bought = scriptedPurchase(70, 'delivered', 9, {
    reference: 'ana@example.org',
    requiredFields: [
      { name: 'recipient.email', value: 'ana@example.org' },
      { name: 'recipient.firstName', value: 'Ana' },
    ],
    facts: {
      data: { gigabytes: '5', unlimited: false, speeds: [] },
      sms: { count: null, unlimited: false },
      voice: { minutes: null, unlimited: false },
      durationDays: '15',
      roaming: { country: null, speeds: [] },
    },
  })
  till = await mountTill(`/purchases/${bought.id}`, { purchases: [bought] })
  const receipt = (): string => document.querySelector('.receipt')?.textContent ?? ''
  await till.until(() => expect(receipt()).toContain('5 GB'))
  expect(receipt()).toContain('15 days')
  expect(receipt()).toContain('In coins10.84 USDC')
  expect(receipt().match(/ana@example\.org/g)).toHaveLength(1)
  expect(receipt()).toContain('Recipient’s first nameAna')
  expect(receipt()).not.toContain('Refund')
})

test('the receipt of what failed says where the refund stands', async () => {
  till = await mountTill(`/purchases/${of(3).id}`)
  await till.until(() => expect(till.text()).toContain('Refund11.05 USDC, awaited'))
  await till.router.push(`/purchases/${of(4).id}`)
  await till.until(() => expect(till.text()).toContain('Refund2.91 USDC'))
})

test('a list with nothing in it has nothing to search or filter', async () => {
  till = await mountTill('/purchases', { purchases: [] })
  await till.until(() => expect(till.text()).toContain('No purchases yet'))
  expect(() => till.field('Search purchases')).toThrow()
  await till.router.replace('/purchases?status=failed')
  await till.until(() => till.field('Search purchases'))
})

test('the network’s fee is told in its coin', async () => {
  till = await mountTill(`/purchases/${of(1).id}`)
  await till.until(() => expect(till.text()).toContain('Network fee0.000042 ETH'))
  expect(till.text()).toContain('Status at the serviceSUCCESS')
})

test('a receipt says what was spent altogether, coins that differ each by itself', async () => {
  const receipt = (): string => document.querySelector('.receipt')?.textContent ?? ''
  till = await mountTill(`/purchases/${of(1).id}`)
  await till.until(() => expect(receipt()).toContain('Spent altogether11.05 USDCand for the network0.000042 ETH'))
  const native = scriptedPurchase(85, 'delivered', 9, { paysNative: true, tokenSymbol: 'ETH', totalAmount: '0.01' })
  await till.close()
  till = await mountTill(`/purchases/${native.id}`, { purchases: [native] })
  await till.until(() => expect(receipt()).toContain('Spent altogether0.010042 ETH'))
  expect(receipt()).not.toContain('and for the network')
})

test('a receipt calls nothing spent that was not, and a fee that is not known stays open', async () => {
  const [paying, notPaid] = [scriptedPurchase(86, 'paying', 1), scriptedPurchase(87, 'not-paid', 5)]
  const receipt = (): string => document.querySelector('.receipt')?.textContent ?? ''
  till = await mountTill(`/purchases/${paying.id}`, { purchases: [paying, notPaid] })
  await till.until(() => expect(receipt()).toContain('Total11.05 USDCand for the network… ETH'))
  await till.router.push(`/purchases/${notPaid.id}`)
  await till.until(() => expect(receipt()).toContain('Total, not paid11.05 USDCSpent altogether0.000042 ETH'))
})

test('a dialog without fields begins at the action that does no harm', async () => {
  till = await mountTill(`/purchases/${of(3).id}`)
  await till.until(() => till.button('Stop waiting for the refund'))
  await till.press('Stop waiting for the refund')
  await till.until(() => expect(document.activeElement?.textContent).toContain('Cancel'))
})

const dialog = (): string => document.querySelector('[role="dialog"]')?.textContent ?? ''
const asked = (name: string): unknown => till.scripted.asked.findLast((one) => one.name === name)?.input
const refusedOne = () =>
  scriptedPurchase(80, 'needs-you', 9, {
    attention: 'registration-rejected',
    registration: { ...scriptedPurchase(80, 'on-its-way', 9).registration, state: 'rejected' },
  })

test('a payment that waits is cancelled only after its cost was seen and agreed to, and the page says what follows', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2)
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting] })
  await till.until(() => till.button('Cancel payment'))
  await till.press('Cancel payment')
  await till.until(() => expect(dialog()).toContain('Network fee, at most0.000084 ETH'))
  expect(dialog()).toContain('it may come too late')
  expect(asked('purchases.confirmFee')).toBeUndefined()
  await till.press(/^Cancel for at most/)
  await till.until(() => expect(till.text()).toContain('You asked to cancel at'))
  expect(till.text()).toContain('Cancelling…')
  expect(till.text()).toContain('never both')
  expect(() => till.button('Speed up')).toThrow()
})

const silent = { what: 'silent', since: '2026-03-04T12:00:00.000Z' } as const
const still = { what: 'still', since: '2026-03-04T12:05:00.000Z' } as const

test('while no node of its network answers a payment can’t be sped up or cancelled, and can as soon as one does', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2, { waitingFor: { what: 'connection', until: null } })
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [{ ...waiting, networkTrouble: silent }] })
  await till.until(() => expect(till.text()).toContain('The network can’t be reached right now. Till keeps trying.'))
  expect([till.isOff('Speed up'), till.isOff('Cancel payment'), till.isOff('Check now')]).toEqual([true, true, false])
  const reason = document.getElementById(till.button('Speed up').getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toContain('The network can’t be reached right now.')
  // Once is enough.
  expect(till.text().match(/can’t be reached/g)).toHaveLength(1)
  till.scripted.script.purchases = [waiting]
  till.scripted.emit('purchase.changed', waiting)
  await till.until(() => expect(till.isOff('Speed up')).toBe(false))
  expect(till.text()).not.toContain('can’t be reached')
  expect(till.text()).not.toContain('does not answer')
})

test('a payment on a network that makes no blocks says since when, and is not offered to be sped up', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2, { networkTrouble: still })
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting] })
  await till.until(() => expect(till.text()).toMatch(/The network has not made a block since .*\d:05/))
  expect(() => till.button('Speed up')).toThrow()
  expect(till.isOff('Cancel payment')).toBe(false)
})

test.each([
  [still, 'A higher fee doesn’t help now.', /The network has not made a block since .*The payment of .* waits/],
  [silent, 'you may have paid', /No node of the network answers/],
] as const)(
  'a payment that waits too long asks with what its network does: $what',
  async (networkTrouble, safe, known) => {
    const asked = { ...scriptedPurchase(81, 'paying', 95, { networkTrouble }), attention: 'payment-dropped' as const }
    till = await mountTill('/attention', { purchases: [{ ...asked, status: 'needs-you' }] })
    await till.until(() => expect(till.text()).toMatch(known))
    expect(till.text()).toContain(safe)
    expect(till.text()).not.toContain('A higher fee may bring it through')
  },
)

test('a fee above the cap names the cap, and is agreed to with the password alone', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2)
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting], passedCap: '0.0001' })
  await till.until(() => till.button('Speed up'))
  await till.press('Speed up')
  await till.until(() => expect(dialog()).toContain('The network fee is higher than 0.0001 ETH'))
  expect(till.isOff(/^Speed up for at most/)).toBe(true)
  await till.type('Your password, to pay this fee', 'wrong horse')
  await till.until(() => expect(till.isOff(/^Speed up for at most/)).toBe(false))
  await till.press(/^Speed up for at most/)
  await till.until(() => expect(dialog()).toContain('This password is not right'))
  await till.type('Your password, to pay this fee', 'correct horse')
  await till.press(/^Speed up for at most/)
  await till.until(() => expect(asked('purchases.confirmFee')).toMatchObject({ feePassword: 'correct horse' }))
})

test('a locked Till asks for the password before it names a fee', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2)
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting] })
  till.scripted.setApp({ locked: true })
  await till.until(() => till.button('Speed up'))
  await till.press('Speed up')
  await till.until(() => expect(dialog()).toContain('Till is locked'))
  expect(asked('purchases.offerFee')).toBeUndefined()
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => till.button(/^Speed up for at most/))
})

test.each([
  [{ code: 'not-allowed', details: { reason: 'moved-on' } }, 'It has moved on meanwhile', 'Close'],
  [{ code: 'not-allowed', details: { reason: 'fee-too-high' } }, 'far more than the network asks', 'Close'],
  [{ code: 'insufficient-gas', details: { amount: '0.2', symbol: 'ETH' } }, 'Add about 0.2', 'Get a fresh fee'],
  [{ code: 'network-unreachable' }, 'The network can’t be reached', 'Get a fresh fee'],
] as const)('a fee that can not be had is told in words: %o', async (failure, sentence, button) => {
  const waiting = scriptedPurchase(81, 'paying', 2)
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting], fails: { 'purchases.offerFee': failure } })
  await till.until(() => till.button('Speed up'))
  await till.press('Speed up')
  await till.until(() => expect(dialog()).toContain(sentence))
  till.button(button)
})

test('details that the service refused are corrected with what was typed before as a start', async () => {
  const refused = refusedOne()
  till = await mountTill(`/purchases/${refused.id}`, { purchases: [refused] })
  await till.until(() => till.button('Correct the details'))
  await till.press('Correct the details')
  await till.until(() => expect(till.field(/Phone number/).value).toContain('5512345678'))
  await till.type(/Phone number/, '551234')
  await till.press('Tell the service again')
  await till.until(() => expect(dialog()).toContain('too short'))
  expect(asked('purchases.correctRegistration')).toBeUndefined()
  await till.type(/Phone number/, '5587654321')
  await till.press('Tell the service again')
  await till.until(() => expect(asked('purchases.correctRegistration')).toMatchObject({ reference: '5587654321' }))
  await till.until(() => expect(till.text()).toContain('On its way'))
})

test('the rail counts what needs a person, and its page lists it with what is known, safe and to be done', async () => {
  const refused = refusedOne()
  till = await mountTill('/shop', { purchases: [refused, scriptedPurchase(82, 'delivered', 5)] })
  await till.until(() => till.button('1 thing needs you'))
  await till.press('1 thing needs you')
  await till.until(() => expect(till.text()).toContain('Paid, but not accepted'))
  expect(till.path()).toBe('/attention')
  await till.press('Save proof')
  await till.until(() => expect(till.text()).toContain('Saved as /home/ana/'))
  till.scripted.script.purchases = []
  till.scripted.emit('purchase.changed', purchaseRowView.parse({ ...refused, attention: null, status: 'delivered' }))
  await till.until(() => expect(till.text()).toContain('Nothing needs you'))
  expect(() => till.button('1 thing needs you')).toThrow()
})

test('a payment that nothing explains is asked about with what is known of it, saved, and gone once the person knows of it', async () => {
  till = await mountTill('/shop', { purchases: [] })
  till.scripted.script.foreignPayments = [scriptedForeignPayment(60)]
  const items = [{ about: 'foreign-payment', raisedAt: new Date().toISOString(), payment: scriptedForeignPayment(60) }]
  till.scripted.emit('attention.changed', attentionListView.parse({ items }))
  await till.until(() => till.button('1 thing needs you'))
  await till.press('1 thing needs you')
  await till.until(() => expect(till.text()).toContain('A payment Till has no record of'))
  const { hash, recipient } = scriptedForeignPayment(60)
  for (const known of ['40.00 USDC', 'Harbour', recipient, hash]) expect(till.text()).toContain(known)
  await till.press('Save what is known')
  await till.until(() => expect(till.text()).toContain('Saved as /home/ana/'))
  await till.press('Open in the explorer')
  await till.until(() => expect(asked('link.open')).toEqual({ foreignPayment: hash }))
  await till.press('That was me')
  await till.until(() => expect(document.activeElement?.textContent).toContain('Keep the warning'))
  expect(asked('history.acknowledge')).toBeUndefined()
  till.scripted.script.fails['history.acknowledge'] = { code: 'internal' }
  await till.press('Yes, it was me')
  await till.until(() => expect(dialog()).toContain('Something went wrong'))
  till.scripted.script.fails = {}
  await till.press('Yes, it was me')
  await till.until(() => expect(till.text()).toContain('Nothing needs you'))
  expect(() => till.button('1 thing needs you')).toThrow()
})

test('transactions that no node shows are asked about until the person has checked them', async () => {
  till = await mountTill('/attention', { purchases: [], unseen: [scriptedUnseen()] })
  await till.until(() => expect(till.text()).toContain('This wallet made 3 transactions on Harbour'))
  for (const known of [scriptedUnseen().address, 'don’t buy it again']) expect(till.text()).toContain(known)
  await till.press('Open in the explorer')
  const { chainInstance, address, below } = scriptedUnseen()
  await till.until(() => expect(asked('link.open')).toEqual({ unseenOn: chainInstance, address }))
  await till.press('I’ve checked')
  await till.until(() => expect(document.activeElement?.textContent).toContain('Not yet'))
  expect(asked('history.acknowledgeUnseen')).toBeUndefined()
  await till.press('Yes, I’ve checked')
  await till.until(() => expect(till.text()).toContain('Nothing needs you'))
  expect(asked('history.acknowledgeUnseen')).toEqual({ chainInstance, address, below })
})

test('what was never paid is bought again as a purchase linked to it', async () => {
  const first = scriptedPurchase(83, 'not-paid', 5)
  till = await mountTill(`/checkout/${first.sku}?from=${first.id}`, { purchases: [first] })
  await till.until(() => expect(till.text()).toContain('takes the place of a purchase that was never paid'))
  await till.until(() => expect(till.isOff('See the price')).toBe(false))
  await till.press('See the price')
  await till.until(() => expect(asked('checkout.quote')).toMatchObject({ retryOf: first.id }))
})

test('a payment that did not come about after a permission leads to where that is taken back, and counts both fees', async () => {
  const failed = scriptedPurchase(84, 'not-paid', 5)
  const approve = { ...failed.steps[0]!, kind: 'approve', state: 'final', networkFee: '0.000026578125378' } as const
  till = await mountTill(`/purchases/${failed.id}`, {
    purchases: [{ ...failed, steps: [approve, ...failed.steps] }],
  })
  await till.until(() => expect(till.text()).toContain('only the network fee (0.000069 ETH) was spent'))
  expect(till.text()).toContain('Network fee0.000069 ETH')
  expect(till.text()).toContain('The permission given for this payment may still stand.')
  await till.press('See spending permissions')
  await till.until(() => expect(till.path()).toBe('/wallet/allowances'))
})

test('what is paid is on its way to the service until that knows of it', async () => {
  till = await mountTill(`/purchases/${of(0).id}`)
  await till.until(() => expect(till.text()).toContain('Till tells the service next'))
  const told = { ...of(0), registration: { ...of(0).registration, state: 'registered' as const } }
  till.scripted.script.purchases = [told]
  till.scripted.emit('purchase.changed', purchaseRowView.parse(told))
  await till.until(() => expect(till.text()).toContain('The service knows of it and delivers next.'))
})

test('the warning of a payment that nothing explains outlasts a locked Till', async () => {
  till = await mountTill('/attention', { purchases: [], foreignPayments: [scriptedForeignPayment(60)] })
  await till.until(() => till.button('That was me'))
  await till.press('That was me')
  await till.until(() => till.button('Yes, it was me'))
  till.scripted.script.fails['history.acknowledge'] = { code: 'locked' }
  await till.press('Yes, it was me')
  await till.until(() => expect(dialog()).toContain('Till is locked. Unlock it to go on.'))
  till.scripted.script.fails = {}
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(dialog()).toContain('Only whoever has the password'))
  expect(() => till.button('Yes, it was me')).toThrow()
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => till.button('Yes, it was me'))
  expect(dialog()).not.toContain('Till is locked')
  expect(till.text()).toContain('A payment Till has no record of')
  await till.press('Yes, it was me')
  await till.until(() => expect(till.text()).toContain('Nothing needs you'))
})
