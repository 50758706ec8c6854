// @vitest-environment happy-dom
import type { RevocationView } from '../../../shared/allowances/views.ts'
import { afterEach, expect, test } from 'vitest'
import { scriptedAllowance, scriptedNetworkAllowances, scriptedRevocation } from '../../../testing/fixtures/steps.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import type { AllowanceView } from '../../../shared/allowances/views.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const open = async (
  given: Partial<AllowanceView> = {},
  script: Parameters<typeof mountTill>[1] = {},
): Promise<MountedTill> => {
  const allowances = [scriptedNetworkAllowances('Meadow', [scriptedAllowance(1, given)])]
  return mountTill('/wallet/allowances', { allowances, ...script })
}

test('says who can still spend how much, and for which purchase it was given', async () => {
  till = await open({ amount: '20.0000001' })
  await till.until(() =>
    expect(till.text()).toContain('Sandbox’s payment contract can still spend up to 20.0000001 USDC from this wallet.'),
  )
  expect(till.button('Given for a purchase').getAttribute('href')).toContain('/purchases/')
})

test('names an unknown spender by its address, and an amount as any if unlimited or unknown if unread', async () => {
  till = await open({ spenderName: null, unlimited: true, purchaseId: null })
  await till.until(() => expect(till.text()).toContain('The contract 0x5FbD…0aa3 can spend any amount of USDC'))
  expect(till.text()).toContain('Not given by this Till')
  till.close()
  till = await open({ amount: null })
  await till.until(() => expect(till.text()).toContain('Till couldn’t read how much'))
  expect(() => till.button('Remove')).toThrow()
})

test('does not revoke an allowance that a purchase still needs, with the reason and a link', async () => {
  till = await open({ neededBy: scriptedPurchase(1, 'paying', 0).id })
  await till.until(() => expect(till.text()).toContain('A purchase in progress still needs this.'))
  expect(till.button('See purchase').getAttribute('href')).toContain('000000000001')
  expect(() => till.button('Remove')).toThrow()
})

const revoking = (given: Partial<RevocationView> = {}) => [
  scriptedNetworkAllowances('Meadow', [scriptedAllowance(1, { revoking: scriptedRevocation(1, given) })]),
]

test('revokes for a fee shown first, and follows until no allowance is left', async () => {
  till = await open({}, { 'allowances.confirmRevoke': revoking({ createdAt: new Date().toISOString() }) })
  await till.until(() => till.button('Remove'))
  await till.press('Remove')
  await till.until(() => till.button('Remove for up to 0.000161 ETH'))
  expect(till.inputsOf('allowances.confirmRevoke')).toEqual([])
  await till.pressRead('Remove for up to 0.000161 ETH')
  await till.until(() => expect(till.text()).toContain('Removing'))
  expect(till.inputsOf('allowances.confirmRevoke')).toHaveLength(1)
  expect(() => till.button('Remove')).toThrow()
  const done = scriptedAllowance(1, { amount: '0', revoking: scriptedRevocation(1, { state: 'mined' }) })
  till.scripted.emit('allowances.changed', [scriptedNetworkAllowances('Meadow', [done])])
  await till.until(() => expect(till.text()).toContain('can’t spend any more USDC from this wallet.'))
  till.scripted.emit('allowances.changed', [scriptedNetworkAllowances('Meadow', [])])
  await till.until(() => expect(till.text()).toContain('No permissions'))
})

test('speeds up or cancels a waiting revocation for a fee shown first, and opens it in the explorer', async () => {
  const revocation = scriptedRevocation(1, { waitingFor: { what: 'network', refusal: 'fee-too-low' } })
  const feeChange = { action: 'cancel', at: new Date().toISOString() } as const
  till = await open(
    { revoking: revocation },
    { 'allowances.confirmFee': revoking({ feeActions: ['cancel'], feeChange }) },
  )
  await till.until(() => till.button('Speed up'))
  expect(till.text()).toContain('The fee is too low')
  expect(() => till.button('Remove')).toThrow()
  await till.press('Open in explorer')
  await till.until(() => expect(till.inputsOf('link.open')).toEqual([{ revocation: revocation.id }]))
  await till.press('Speed up')
  await till.until(() => till.button('Speed up for up to 0.000161 ETH'))
  await till.press('Keep waiting')
  await till.press('Cancel')
  await till.until(() => till.button('Cancel for up to 0.000161 ETH'))
  expect(till.text()).toContain('The permission then stays active.')
  expect(till.inputsOf('allowances.offerFee')).toEqual([
    { id: revocation.id, action: 'speed-up' },
    { id: revocation.id, action: 'cancel' },
  ])
  await till.pressRead('Cancel for up to 0.000161 ETH')
  await till.until(() => expect(till.text()).toContain('Cancelling'))
  expect(till.inputsOf('allowances.confirmFee')).toMatchObject([{ id: revocation.id, feePassword: null }])
  expect(() => till.button('Speed up')).toThrow()
})

test('offers no action for a fresh revocation, and another revocation after a failed or cancelled one', async () => {
  till = await open({ revoking: scriptedRevocation(1, { createdAt: new Date().toISOString() }) })
  await till.until(() => expect(till.text()).toContain('Removing'))
  expect(() => till.button('Speed up')).toThrow()
  till.close()
  for (const [state, words] of [
    ['reverted', 'Removing it failed'],
    ['cancelled', 'Cancelled. The permission is still active.'],
  ] as const) {
    till = await open({ revoking: scriptedRevocation(1, { state }) })
    await till.until(() => expect(till.text()).toContain(words))
    till.button('Remove')
    till.close()
  }
  till = await open()
})

test('asks about a revocation that no block includes, with a link to its actions', async () => {
  const waitingFor = { what: 'network', refusal: 'fee-too-low' } as const
  const allowances = [
    scriptedNetworkAllowances('Meadow', [
      scriptedAllowance(1, { revoking: scriptedRevocation(1, { isOverdue: true, waitingFor }) }),
    ]),
  ]
  till = await mountTill('/attention', { purchases: [], allowances })
  await till.until(() => expect(till.text()).toContain('Permission not removed yet'))
  expect(till.text()).toContain('the permission stays active')
  expect(till.text()).toContain('The fee is too low')
  await till.press(/^Sandbox’s payment contract: USDC on Meadow/)
  await till.until(() => till.button('Speed up'))
  expect(till.path()).toBe('/wallet/allowances')
  expect(till.text()).toContain('Not removed yet')
  // Its row shows it, so there is no separate entry.
  expect(till.text()).not.toContain('USDC on Meadow')
})

test.each([
  ['silent', /The permission may still be active\./, true],
  ['stalled', /The network hasn’t made a block since .*\d:05.*the permission stays active/, false],
] as const)(
  'says that a waiting revocation’s network is %s, and offers only what helps',
  async (what, words, isOffered) => {
    const networkTrouble = { what, since: '2026-03-04T12:05:00.000Z' }
    const revoking = scriptedRevocation(1, { isOverdue: true, networkTrouble })
    const allowances = [scriptedNetworkAllowances('Meadow', [scriptedAllowance(1, { revoking })])]
    till = await mountTill('/wallet/allowances', { purchases: [], allowances })
    await till.until(() => expect(till.text()).toMatch(words))
    expect(till.text()).not.toContain('Raising the fee')
    if (isOffered) expect(till.isOff('Speed up')).toBe(true)
    else expect(() => till.button('Speed up')).toThrow()
    expect(till.isOff('Cancel')).toBe(what === 'silent')
  },
)

test('shows a revocation on a silent network in its row, with an unknown amount and no second removal', async () => {
  const networkTrouble = { what: 'silent', since: '2026-03-04T12:05:00.000Z' } as const
  const revoking = scriptedRevocation(1, { isOverdue: true, networkTrouble })
  const allowance = scriptedAllowance(1, { amount: null, purchaseId: null, revoking })
  const allowances = [scriptedNetworkAllowances('Meadow', [allowance], { error: 'network-unreachable' })]
  till = await mountTill('/wallet/allowances', { purchases: [], allowances })
  await till.until(() => expect(till.text()).toContain('Till couldn’t read how much'))
  expect(till.text()).toContain('Not removed yet')
  expect(till.text()).toContain('The permission may still be active.')
  expect(till.text().match(/Not removed yet/g)).toHaveLength(1)
  expect(() => till.button('Remove')).toThrow()
})

test('keeps a revocation that no network lists, and says that its result is unknown', async () => {
  const revocation = scriptedRevocation(1, {
    isOverdue: true,
    waitingFor: { what: 'proof', refusal: null },
    feeActions: [],
  })
  till = await mountTill('/wallet/allowances', {
    allowances: [scriptedNetworkAllowances('Meadow', [], { error: 'network-unreachable' })],
  })
  const item = { about: 'revocation', raisedAt: revocation.createdAt, revocation } as const
  till.scripted.emit('attention.changed', { items: [item] })
  await till.until(() => expect(till.text()).toContain('Sandbox’s payment contract: USDC on Meadow'))
  expect(till.text()).toContain('no node shows how it ended')
  expect(() => till.button('Speed up')).toThrow()
})

test('revokes for a fee above the cap only with the password', async () => {
  till = await open({}, { 'allowances.offerRevoke': { exceededCap: '0.00005' } })
  await till.until(() => till.button('Remove'))
  await till.press('Remove')
  await till.until(() => expect(till.isOff(/^Remove for/)).toBe(true))
  await till.type('Your password, to pay this fee', 'correct horse')
  await till.pressRead(/^Remove for/)
  await till.until(() =>
    expect(till.inputsOf('allowances.confirmRevoke')).toMatchObject([{ feePassword: 'correct horse' }]),
  )
})

test('lists while locked, but asks for the password before it names a fee', async () => {
  till = await open()
  await till.until(() => till.button('Remove'))
  till.scripted.setApp({ locked: true })
  await till.press('Remove')
  await till.until(() => till.field('Password'))
  expect(till.inputsOf('allowances.offerRevoke')).toEqual([])
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => till.button(/^Remove for/))
})

test('says why it cannot revoke, and signs nothing', async () => {
  till = await open(
    {},
    { fails: { 'allowances.offerRevoke': { code: 'not-allowed', details: { reason: 'already-revoked' } } } },
  )
  await till.until(() => till.button('Remove'))
  await till.press('Remove')
  await till.until(() => expect(till.text()).toContain('This permission was already removed.'))
  expect(() => till.button(/^Remove for/)).toThrow()
  till.close()
  till = await open({}, { 'allowances.offerRevoke': { simulated: false } })
  await till.until(() => till.button('Remove'))
  await till.press('Remove')
  await till.until(() => expect(till.text()).toContain('can’t do a test run'))
})

test('reports a silent network, an incomplete search and a failed reading, and never calls them empty', async () => {
  const silent = scriptedNetworkAllowances('Harbour', [], { error: 'network-unreachable' })
  till = await mountTill('/wallet/allowances', { allowances: [silent] })
  await till.until(() => expect(till.text()).toContain('Permissions there may be missing here.'))
  expect(till.text()).not.toContain('No permissions')
  till.close()
  till = await mountTill('/wallet/allowances', {
    allowances: [scriptedNetworkAllowances('Harbour', [], { complete: false })],
  })
  await till.until(() => expect(till.text()).toContain('On Harbour, Till only found newer permissions'))
  till.close()
  till = await mountTill('/wallet/allowances', { fails: { 'allowances.list': { code: 'internal' } } })
  await till.until(() => expect(till.text()).toContain('Permissions couldn’t be loaded'))
  till.scripted.script.fails = {}
  await till.press('Try again')
  await till.until(() => expect(till.text()).toContain('No permissions'))
})

test('is linked from the wallet, which counts active allowances', async () => {
  const allowances = [
    scriptedNetworkAllowances('Meadow', [
      scriptedAllowance(1),
      scriptedAllowance(2, { amount: null }),
      scriptedAllowance(3, { revoking: scriptedRevocation(1, { state: 'mined' }) }),
    ]),
  ]
  till = await mountTill('/wallet', { allowances, app: scriptedApp })
  await till.until(() => till.button(/^Spending permissions .* 1 active$/))
  await till.press(/^Spending permissions/)
  await till.until(() => expect(till.path()).toBe('/wallet/allowances'))
  till.close()
  till = await mountTill('/wallet')
  await till.until(() => till.button(/^Spending permissions/))
  expect(till.text()).not.toContain('active')
})
