// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedClaim, scriptedClaimable } from '../../../../testing/fixtures/steps.ts'
import { scriptedAccounts, scriptedApp } from '../../../../testing/fixtures/app.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import type { ClaimableView, ClaimView } from '../../../../shared/claims/views.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { dialog, receipt } from '../../../../testing/renderer/purchases.ts'

let till: MountedTill
afterEach(() => till.close())

const failed = scriptedPurchase(4, 'failed', 60)
const open = async (
  given: Partial<ClaimableView> = {},
  script: Parameters<typeof mountTill>[1] = {},
): Promise<MountedTill> =>
  mountTill(`/purchases/${failed.id}`, {
    purchases: [structuredClone(failed)],
    claimables: [scriptedClaimable(failed.id, given)],
    ...script,
  })
const claim = (given: Partial<ClaimView> = {}) => scriptedClaim(failed.id, given)

test('claims a ready refund after showing its amount and cost', async () => {
  till = await open({}, { 'claims.confirm': claim() })
  await till.until(() => expect(till.text()).toContain('Refund ready to claim: 11.05 USDC'))
  // The refund must be claimed.
  expect(till.text()).not.toContain('Till is watching for the refund')
  expect(till.text()).not.toContain('Waiting for a refund')
  await till.press('Claim refund')
  await till.until(() => till.button('Claim for up to 0.000161 ETH'))
  expect(dialog()).toMatch(/You receive11\.05 USDC/)
  expect(dialog()).toContain(scriptedAccounts[0]?.address)
  expect(till.inputsOf('claims.confirm')).toEqual([])
  await till.pressRead('Claim for up to 0.000161 ETH')
  await till.until(() => expect(till.text()).toContain('Claiming 11.05 USDC, sent'))
  expect(till.inputsOf('claims.confirm')).toMatchObject([{ feePassword: null }])
  expect(() => till.button('Claim refund')).toThrow()
  till.scripted.emit('claim.changed', claim({ state: 'mined' }))
  await till.until(() => expect(till.text()).toContain('Refund claimed: 11.05 USDC. The network is making it final.'))
})

test('asks for the password first while Till is locked', async () => {
  till = await open({}, { app: { ...scriptedApp, locked: true } })
  await till.until(() => till.button('Claim refund'))
  await till.press('Claim refund')
  await till.until(() => expect(document.querySelector('[role="dialog"] input[type="password"]')).not.toBeNull())
  expect(till.inputsOf('claims.offer')).toEqual([])
})

test('says that a sum includes the refunds of other purchases', async () => {
  const others = [failed.id, scriptedPurchase(5, 'failed', 9).id, scriptedPurchase(6, 'failed', 9).id]
  till = await open({}, { 'claims.offer': { purchaseIds: others, amount: '33.15', simulated: false } })
  await till.until(() => till.button('Claim refund'))
  await till.press('Claim refund')
  await till.until(() => expect(dialog()).toContain('33.15 USDC'))
  expect(dialog()).toContain('the refunds of 2 more purchases')
  expect(dialog()).toContain('can’t do a test run')
})

test.each<[ClaimableView['state'], RegExp]>([
  ['pending', /hasn’t released the refund yet/],
  ['delivered', /says this purchase was delivered/],
  ['withdrawn', /was already withdrawn/],
  ['unread', /don’t show the record of your payment/],
])('explains the state %s and offers no claim', async (state, words) => {
  till = await open({ state })
  await till.until(() => expect(till.text()).toMatch(words))
  expect(() => till.button('Claim refund')).toThrow()
})

test('mentions no claim without an escrow, and asks for none unless the purchase failed', async () => {
  till = await open({ state: 'none', amount: null })
  await till.until(() => expect(till.inputsOf('claims.find')).toHaveLength(1))
  expect(till.text()).not.toMatch(/claim/i)
  till.close()
  const delivered = scriptedPurchase(7, 'delivered', 9)
  till = await mountTill(`/purchases/${delivered.id}`, { purchases: [delivered] })
  await till.until(() => expect(till.text()).toContain('Delivered'))
  expect(till.inputsOf('claims.find')).toEqual([])
})

test.each([
  ['waived refund', { refund: { ...failed.refund, state: 'waived' as const } }],
  [
    'purchase that was never registered',
    { status: 'needs-you' as const, registration: { ...failed.registration, state: 'rejected' as const } },
  ],
])('offers the claim of a %s', async (_, given) => {
  till = await open({}, { purchases: [{ ...structuredClone(failed), ...given }] })
  await till.until(() => till.button('Claim refund'))
})

test('says nothing of the service’s support while what was given up can be claimed', async () => {
  const registration = { ...failed.registration, state: 'rejected' as const }
  const givenUp = { ...structuredClone(failed), registration, refund: { ...failed.refund, state: 'waived' as const } }
  till = await open({}, { purchases: [givenUp] })
  await till.until(() => till.button('Claim refund'))
  expect(till.text()).toContain('You chose to stop asking the service.')
  expect(till.text()).not.toContain('Only the service’s support')
})

test('gives up no payment whose coins can be claimed', async () => {
  const registration = { ...failed.registration, state: 'rejected' as const }
  const refused = { ...structuredClone(failed), status: 'needs-you' as const, registration }
  till = await open({}, { purchases: [{ ...refused, attention: 'registration-rejected' as const }] })
  await till.until(() => till.button('Claim refund'))
  expect(till.button('Save proof')).toBeDefined()
  expect(() => till.button('Stop asking')).toThrow()
})

test('reports an escrow that cannot be read, and reads it again with everything else', async () => {
  till = await open({}, { fails: { 'claims.find': { code: 'network-unreachable' } } })
  await till.until(() => expect(till.text()).toContain('couldn’t check whether your refund is ready'))
  till.scripted.script.fails = {}
  // The page has one button that checks.
  expect(() => till.button('Check again')).toThrow()
  await till.press('Check now')
  await till.until(() => expect(till.text()).toContain('Refund ready to claim: 11.05 USDC'))
  expect(till.inputsOf('purchases.checkNow')).toHaveLength(1)
})

test('reads an escrow again where nothing else on the page checks', async () => {
  const refund = { ...failed.refund, state: 'waived' as const }
  till = await open({ state: 'unread' }, { purchases: [{ ...structuredClone(failed), refund }] })
  await till.until(() => expect(till.text()).toContain('don’t show the record of your payment'))
  expect(() => till.button('Check now')).toThrow()
  till.scripted.script.claimables = [scriptedClaimable(failed.id)]
  await till.press('Check again')
  await till.until(() => expect(till.text()).toContain('Refund ready to claim: 11.05 USDC'))
})

test.each<[Partial<ClaimView>, string]>([
  [{ state: 'reverted', feeActions: [] }, 'The claim didn’t go through'],
  [{ state: 'cancelled', feeActions: [] }, 'The claim was cancelled. It withdrew nothing.'],
])('reports a failed claim, which can be repeated', async (given, words) => {
  till = await open({ claim: claim(given) })
  await till.until(() => expect(till.text()).toContain(words))
  till.button('Claim refund')
})

test('asks about a late claim, and speeds it up or cancels it for a fee shown first', async () => {
  const feeChange = { action: 'cancel', at: new Date().toISOString() } as const
  till = await open(
    { state: 'claiming', claim: claim({ isOverdue: true }) },
    { 'claims.confirmFee': claim({ feeActions: ['cancel'], feeChange }) },
  )
  await till.until(() => expect(till.text()).toContain('The network is taking longer than usual.'))
  await till.press('Cancel')
  await till.until(() => till.button('Cancel for up to 0.000161 ETH'))
  await till.pressRead('Cancel for up to 0.000161 ETH')
  await till.until(() => expect(till.text()).toContain('Cancelling the claim'))
  await till.press('Open in explorer')
  await till.until(() => expect(till.inputsOf('link.open')).toEqual([{ claim: claim().id }]))
})

test('asks about a final claim whose coins were not seen to arrive', async () => {
  till = await open({ state: 'claiming', claim: claim({ state: 'final', isOverdue: true, feeActions: [] }) })
  await till.until(() => expect(till.text()).toContain('Till hasn’t seen it arrive.'))
  expect(till.text()).toContain('no node shows what it paid out')
})

test('shows the claim on the receipt, in the stages and in the outcome', async () => {
  const refunded = scriptedPurchase(4, 'refunded', 60)
  const parts = refunded.refund.parts.map((part) => ({ ...part, evidence: 'claim' as const }))
  const claimed = { ...refunded, refund: { ...refunded.refund, parts } }
  till = await mountTill(`/purchases/${claimed.id}`, { purchases: [claimed] })
  await till.until(() => expect(till.text()).toContain('You claimed 11.05 USDC back from its payment contract.'))
  expect(receipt()).toMatch(/Refund claimed11\.05 USDC/)
  expect(receipt().match(/Refund claimed/g)).toHaveLength(2)
})

test('asks for attention to a late claim, with a link to its purchase', async () => {
  till = await mountTill('/attention', {
    purchases: [],
    claimables: [scriptedClaimable(failed.id, { state: 'claiming', claim: claim({ isOverdue: true }) })],
  })
  await till.until(() => expect(till.text()).toContain('Refund not claimed yet'))
  expect(document.querySelector(`main a[href$="/purchases/${failed.id}"]`)).not.toBeNull()
})
