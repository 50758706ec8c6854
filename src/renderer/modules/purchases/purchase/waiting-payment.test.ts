// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { purchaseWithQuestion } from '../../../../../e2e/gallery/scenes/purchase-with-question.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { dialog, silent, still } from '../../../../testing/renderer/purchases.ts'

let till: MountedTill
afterEach(() => {
  till.close()
})

test('cancels a waiting payment only after the user accepts its cost, and says what follows', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2)
  const cancelling = { feeActions: ['cancel'], feeChange: { action: 'cancel', at: waiting.createdAt } } as const
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting], 'purchases.confirmFee': cancelling })
  await till.until(() => till.button('Cancel payment'))
  await till.press('Cancel payment')
  await till.until(() => expect(dialog()).toContain('Network fee, up to0.000161 ETH'))
  expect(dialog()).toContain('may come too late')
  expect(till.inputsOf('purchases.confirmFee').at(-1)).toBeUndefined()
  await till.pressRead(/^Cancel for up to/)
  await till.until(() => expect(till.text()).toContain('You asked to cancel at'))
  expect(till.text()).toContain('Cancelling the payment for your MX$200 top-up')
  expect(till.text()).toContain('never both')
  expect(() => till.button('Speed up')).toThrow()
})

test('signs no fee at a second press on what asked for it, whose place its button may take', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2)
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting] })
  await till.until(() => till.button('Speed up'))
  await till.press('Speed up')
  await till.until(() => till.button(/^Speed up for up to/))
  await till.press(/^Speed up for up to/)
  expect(till.inputsOf('purchases.confirmFee')).toEqual([])
  await till.pressRead(/^Speed up for up to/)
  expect(till.inputsOf('purchases.confirmFee')).toHaveLength(1)
})

test('disables speeding up and cancelling until a node of the network answers', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2, { waitingFor: { what: 'connection', until: null } })
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [{ ...waiting, networkTrouble: silent }] })
  await till.until(() => expect(till.text()).toContain('The network can’t be reached right now. Till keeps trying.'))
  expect([till.isOff('Speed up'), till.isOff('Cancel payment'), till.isOff('Check now')]).toEqual([true, true, false])
  const reason = document.getElementById(till.button('Speed up').getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toContain('The network can’t be reached right now.')
  // The page does not repeat the reason.
  expect(till.text().match(/can’t be reached/g)).toHaveLength(1)
  till.scripted.script.purchases = [waiting]
  till.scripted.emit('purchase.changed', waiting)
  await till.until(() => expect(till.isOff('Speed up')).toBe(false))
  expect(till.text()).not.toContain('can’t be reached')
  expect(till.text()).not.toContain('doesn’t answer')
})

test('says since when the network makes no blocks, and offers no higher fee', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2, { networkTrouble: still })
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting] })
  await till.until(() => expect(till.text()).toMatch(/The network hasn’t made a block since .*\d:05/))
  expect(() => till.button('Speed up')).toThrow()
  expect(till.isOff('Cancel payment')).toBe(false)
})

test('names the cap of a fee above it, and accepts it only with the password', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2)
  till = await mountTill(`/purchases/${waiting.id}`, {
    purchases: [waiting],
    'purchases.offerFee': { exceededCap: '0.0001' },
  })
  await till.until(() => till.button('Speed up'))
  await till.press('Speed up')
  await till.until(() => expect(dialog()).toContain('The network fee is higher than 0.0001 ETH'))
  expect(till.isOff(/^Speed up for up to/)).toBe(true)
  await till.type('Your password, to pay this fee', 'wrong horse')
  await till.until(() => expect(till.isOff(/^Speed up for up to/)).toBe(false))
  await till.pressRead(/^Speed up for up to/)
  await till.until(() => expect(dialog()).toContain('Wrong password'))
  await till.type('Your password, to pay this fee', 'correct horse')
  await till.pressRead(/^Speed up for up to/)
  await till.until(() =>
    expect(till.inputsOf('purchases.confirmFee').at(-1)).toMatchObject({ feePassword: 'correct horse' }),
  )
})

test('asks for the password before it names a fee while locked', async () => {
  const waiting = scriptedPurchase(81, 'paying', 2)
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting] })
  till.scripted.setApp({ locked: true })
  await till.until(() => till.button('Speed up'))
  await till.press('Speed up')
  await till.until(() => expect(dialog()).toContain('Till is locked'))
  expect(till.inputsOf('purchases.offerFee').at(-1)).toBeUndefined()
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => till.button(/^Speed up for up to/))
})

test.each([
  [{ code: 'not-allowed', details: { reason: 'outdated' } }, 'This has changed in the meantime', 'Close'],
  [{ code: 'not-allowed', details: { reason: 'fee-too-high' } }, 'far more than the network asks', 'Close'],
  [{ code: 'insufficient-gas', details: { amount: '0.2', symbol: 'ETH' } }, 'Add about 0.2', 'Update fee'],
  [{ code: 'network-unreachable' }, 'The network can’t be reached', 'Update fee'],
] as const)('explains why it cannot offer a fee: %o', async (failure, sentence, button) => {
  const waiting = scriptedPurchase(81, 'paying', 2)
  till = await mountTill(`/purchases/${waiting.id}`, { purchases: [waiting], fails: { 'purchases.offerFee': failure } })
  await till.until(() => till.button('Speed up'))
  await till.press('Speed up')
  await till.until(() => expect(dialog()).toContain(sentence))
  till.button(button)
})

test('reports a payment of unknown outcome to the service only after a confirmation', async () => {
  const waitingFor = { what: 'proof', until: null } as const
  const purchase = { ...purchaseWithQuestion('payment-dropped'), waitingFor, feeActions: [] }
  till = await mountTill(`/purchases/${purchase.id}`, { purchases: [purchase] })
  await till.until(() => till.button('Report to the service'))
  await till.press('Report to the service')
  await till.until(() => expect(dialog()).toContain('The service checks whether it succeeded before delivering'))
  expect(till.inputsOf('purchases.reportPayment')).toEqual([])
  const [, agree] = document.querySelectorAll<HTMLElement>('[role="dialog"] .flex.justify-end button')
  agree?.click()
  expect(till.inputsOf('purchases.reportPayment')).toEqual([])
  await till.until(() => expect(agree?.hasAttribute('disabled')).toBe(false))
  agree?.click()
  await till.until(() => expect(till.text()).toContain('Till is reporting it to the service'))
  expect(till.inputsOf('purchases.reportPayment').at(-1)).toEqual({ id: purchase.id })
})

test('registers under a new key if the service refuses the old one, and awaits no answer meanwhile', async () => {
  const purchase = purchaseWithQuestion('registration-unanswered')
  const refused = { ...purchase, registration: { ...purchase.registration, lastStatus: 409, keyRefused: true } }
  till = await mountTill(`/purchases/${purchase.id}`, { purchases: [refused] })
  await till.until(() => till.button('Register again'))
  expect(till.text()).toContain('its list doesn’t show the payment')
  expect(till.text()).not.toContain('Waiting for the service')
  await till.press('Register again')
  await till.until(() => expect(dialog()).toContain('registers it under a new key'))
})
