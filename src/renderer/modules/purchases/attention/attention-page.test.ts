// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { purchaseRowView } from '../../../../shared/purchases/views.ts'
import { scriptedForeignPayment, scriptedUnseen } from '../../../../testing/fixtures/attention.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { dialog, refusedOne, silent, still } from '../../../../testing/renderer/purchases.ts'

let till: MountedTill
afterEach(() => {
  till.close()
})

test.each([
  [still, 'A higher fee won’t help now.', /The network hasn’t made a block since .*The payment of .* is waiting/],
  [silent, 'You may have paid', /No node of the network answers/],
] as const)('asks about a late payment with the state of its network: $what', async (networkTrouble, safe, known) => {
  const purchase = { ...scriptedPurchase(81, 'paying', 95, { networkTrouble }), attention: 'payment-dropped' as const }
  till = await mountTill('/attention', { purchases: [{ ...purchase, status: 'needs-you' }] })
  await till.until(() => expect(till.text()).toMatch(known))
  expect(till.text()).toContain(safe)
  expect(till.text()).not.toContain('Raise the fee to speed it up')
})

test('counts what needs attention in the navigation, and lists it with what is known, safe and to do', async () => {
  const refused = refusedOne()
  const purchases = [refused, scriptedPurchase(82, 'delivered', 5)]
  till = await mountTill('/shop', { purchases, 'purchases.saveProof': { path: '/home/ana/till-proof.json' } })
  await till.until(() => till.button('Action needed: 1'))
  await till.press('Action needed: 1')
  await till.until(() => expect(till.text()).toContain('Payment not accepted'))
  expect(till.path()).toBe('/attention')
  await till.press('Save proof')
  await till.until(() => expect(till.text()).toContain('Saved as /home/ana/'))
  till.scripted.script.purchases = []
  till.scripted.emit('purchase.changed', purchaseRowView.parse({ ...refused, attention: null, status: 'delivered' }))
  await till.until(() => expect(till.text()).toContain('Nothing to do'))
  expect(() => till.button('Action needed: 1')).toThrow()
})

test('asks about an unknown payment with its details, until the user confirms it', async () => {
  till = await mountTill('/shop', {
    purchases: [],
    foreignPayments: [scriptedForeignPayment(60)],
    'history.saveProof': { path: '/home/ana/till-payment.json' },
  })
  await till.until(() => till.button('Action needed: 1'))
  await till.press('Action needed: 1')
  await till.until(() => expect(till.text()).toContain('Unknown payment'))
  const { hash, recipient } = scriptedForeignPayment(60)
  for (const known of ['40.00 USDC', 'Harbour', recipient, hash]) expect(till.text()).toContain(known)
  await till.press('Save what is known')
  await till.until(() => expect(till.text()).toContain('Saved as /home/ana/'))
  await till.press('Open in explorer')
  await till.until(() => expect(till.inputsOf('link.open').at(-1)).toEqual({ foreignPayment: hash }))
  await till.press('It was me')
  await till.until(() => expect(document.activeElement?.textContent).toContain('Keep the warning'))
  expect(till.inputsOf('history.acknowledge').at(-1)).toBeUndefined()
  till.scripted.script.fails['history.acknowledge'] = { code: 'internal' }
  await till.pressRead('Yes, it was me')
  await till.until(() => expect(dialog()).toContain('Something went wrong'))
  till.scripted.script.fails = {}
  await till.pressRead('Yes, it was me')
  await till.until(() => expect(till.text()).toContain('Nothing to do'))
  expect(() => till.button('Action needed: 1')).toThrow()
})

test('asks about transactions that no node shows until the user has checked them', async () => {
  till = await mountTill('/attention', { purchases: [], unseen: [scriptedUnseen()] })
  await till.until(() => expect(till.text()).toContain('This wallet made 3 transactions on Harbour'))
  for (const known of [scriptedUnseen().address, 'don’t buy it again']) expect(till.text()).toContain(known)
  await till.press('Open in explorer')
  const { chainInstance, address, below } = scriptedUnseen()
  await till.until(() => expect(till.inputsOf('link.open').at(-1)).toEqual({ unseenOn: chainInstance, address }))
  await till.press('I’ve checked')
  await till.until(() => expect(document.activeElement?.textContent).toContain('Not yet'))
  expect(till.inputsOf('history.acknowledgeUnseen').at(-1)).toBeUndefined()
  await till.pressRead('Yes, I’ve checked')
  await till.until(() => expect(till.text()).toContain('Nothing to do'))
  expect(till.inputsOf('history.acknowledgeUnseen').at(-1)).toEqual({ chainInstance, address, below })
})

test('keeps the warning of an unknown payment while Till is locked', async () => {
  till = await mountTill('/attention', { purchases: [], foreignPayments: [scriptedForeignPayment(60)] })
  await till.until(() => till.button('It was me'))
  await till.press('It was me')
  await till.until(() => till.button('Yes, it was me'))
  till.scripted.script.fails['history.acknowledge'] = { code: 'locked' }
  await till.pressRead('Yes, it was me')
  await till.until(() => expect(dialog()).toContain('Till is locked. Unlock it to continue.'))
  till.scripted.script.fails = {}
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(dialog()).toContain('Enter the password to confirm'))
  expect(() => till.button('Yes, it was me')).toThrow()
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => till.button('Yes, it was me'))
  expect(dialog()).not.toContain('Till is locked')
  expect(till.text()).toContain('Unknown payment')
  await till.pressRead('Yes, it was me')
  await till.until(() => expect(till.text()).toContain('Nothing to do'))
})
