// @vitest-environment happy-dom
import type { RevocationView } from '../../../shared/allowances/views.ts'
import { afterEach, expect, test } from 'vitest'
import { scriptedAllowance, scriptedNetworkAllowances, scriptedRevocation } from '../../../testing/fixtures/steps.ts'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import { scriptedPurchase } from '../../../testing/scripted/purchases.ts'
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
const asked = (name: string): unknown[] =>
  till.scripted.asked.filter((one) => one.name === name).map(({ input }) => input)

test('says who may still take how much, and for which purchase that was', async () => {
  till = await open({ amount: '20.0000001' })
  await till.until(() =>
    expect(till.text()).toContain(
      'The payment contract of Sandbox may still take up to 20.0000001 USDC from this wallet.',
    ),
  )
  expect(till.button('Permitted for a purchase').getAttribute('href')).toContain('/purchases/')
})

test('a stranger goes by its address, an amount without an end is called any, one not read is unknown', async () => {
  till = await open({ spenderName: null, unlimited: true, purchaseId: null })
  await till.until(() => expect(till.text()).toContain('The contract 0x5FbD…0aa3 may take any amount of USDC'))
  expect(till.text()).toContain('Not permitted by this Till')
  till.close()
  till = await open({ amount: null })
  await till.until(() => expect(till.text()).toContain('how many could not be read'))
  expect(() => till.button('Take back')).toThrow()
})

test('what a purchase still needs is not taken back, with the reason and the way there', async () => {
  till = await open({ neededBy: scriptedPurchase(1, 'paying', 0).id })
  await till.until(() => expect(till.text()).toContain('A purchase under way still needs this.'))
  expect(till.button('See the purchase').getAttribute('href')).toContain('000000000001')
  expect(() => till.button('Take back')).toThrow()
})

const revoking = (given: Partial<RevocationView> = {}) => [
  scriptedNetworkAllowances('Meadow', [scriptedAllowance(1, { revoking: scriptedRevocation(1, given) })]),
]

test('is taken back for a fee that is shown first, and followed until nothing stands', async () => {
  till = await open({}, { 'allowances.confirmRevoke': revoking({ createdAt: new Date().toISOString() }) })
  await till.until(() => till.button('Take back'))
  await till.press('Take back')
  await till.until(() => till.button('Take back for at most 0.000161 ETH'))
  expect(asked('allowances.confirmRevoke')).toEqual([])
  await till.press('Take back for at most 0.000161 ETH')
  await till.until(() => expect(till.text()).toContain('Being taken back'))
  expect(asked('allowances.confirmRevoke')).toHaveLength(1)
  expect(() => till.button('Take back')).toThrow()
  const done = scriptedAllowance(1, { amount: '0', revoking: scriptedRevocation(1, { state: 'mined' }) })
  till.scripted.emit('allowances.changed', [scriptedNetworkAllowances('Meadow', [done])])
  await till.until(() => expect(till.text()).toContain('can take no more USDC from this wallet.'))
  till.scripted.emit('allowances.changed', [scriptedNetworkAllowances('Meadow', [])])
  await till.until(() => expect(till.text()).toContain('No permission found'))
})

test('one that waits is sped up or cancelled for a fee that is shown first, and looked up in the explorer', async () => {
  const revocation = scriptedRevocation(1, { waitingFor: { what: 'network', refusal: 'fee-too-low' } })
  const feeChange = { action: 'cancel', at: new Date().toISOString() } as const
  till = await open(
    { revoking: revocation },
    { 'allowances.confirmFee': revoking({ feeActions: ['cancel'], feeChange }) },
  )
  await till.until(() => till.button('Speed up'))
  expect(till.text()).toContain('the fee is too low')
  expect(() => till.button('Take back')).toThrow()
  await till.press('Open in the explorer')
  await till.until(() => expect(asked('link.open')).toEqual([{ revocation: revocation.id }]))
  await till.press('Speed up')
  await till.until(() => till.button('Speed up for at most 0.000161 ETH'))
  await till.press('Keep waiting')
  await till.press('Cancel')
  await till.until(() => till.button('Cancel for at most 0.000161 ETH'))
  expect(till.text()).toContain('The permission then still stands.')
  expect(asked('allowances.offerFee')).toEqual([
    { id: revocation.id, action: 'speed-up' },
    { id: revocation.id, action: 'cancel' },
  ])
  await till.press('Cancel for at most 0.000161 ETH')
  await till.until(() => expect(till.text()).toContain('Being cancelled'))
  expect(asked('allowances.confirmFee')).toMatchObject([{ id: revocation.id, feePassword: null }])
  expect(() => till.button('Speed up')).toThrow()
})

test('one that was just sent is left alone, one that did not go through or was cancelled can be taken back again', async () => {
  till = await open({ revoking: scriptedRevocation(1, { createdAt: new Date().toISOString() }) })
  await till.until(() => expect(till.text()).toContain('Being taken back'))
  expect(() => till.button('Speed up')).toThrow()
  till.close()
  for (const [state, words] of [
    ['reverted', 'Taking it back did not go through'],
    ['cancelled', 'Cancelled. The permission still stands.'],
  ] as const) {
    till = await open({ revoking: scriptedRevocation(1, { state }) })
    await till.until(() => expect(till.text()).toContain(words))
    till.button('Take back')
    till.close()
  }
  till = await open()
})

test('one that no block takes is asked about, with a way to where it can be dealt with', async () => {
  const waitingFor = { what: 'network', refusal: 'fee-too-low' } as const
  const allowances = [
    scriptedNetworkAllowances('Meadow', [
      scriptedAllowance(1, { revoking: scriptedRevocation(1, { isOverdue: true, waitingFor }) }),
    ]),
  ]
  till = await mountTill('/attention', { purchases: [], allowances })
  await till.until(() => expect(till.text()).toContain('Permission not taken back yet'))
  expect(till.text()).toContain('the permission stands')
  expect(till.text()).toContain('the fee is too low')
  await till.press(/^The payment contract of Sandbox: USDC on Meadow/)
  await till.until(() => till.button('Speed up'))
  expect(till.path()).toBe('/wallet/allowances')
  expect(till.text()).toContain('Not taken back yet')
  // It has its row, and no second one.
  expect(till.text()).not.toContain('USDC on Meadow')
})

test.each([
  ['silent', /The permission may still stand\./, true],
  ['still', /The network has not made a block since .*\d:05.*the permission stands/, false],
] as const)(
  'one that waits on a network that is %s says so, and offers only what helps',
  async (what, words, isOffered) => {
    const networkTrouble = { what, since: '2026-03-04T12:05:00.000Z' }
    const revoking = scriptedRevocation(1, { isOverdue: true, networkTrouble })
    const allowances = [scriptedNetworkAllowances('Meadow', [scriptedAllowance(1, { revoking })])]
    till = await mountTill('/wallet/allowances', { purchases: [], allowances })
    await till.until(() => expect(till.text()).toMatch(words))
    expect(till.text()).not.toContain('Raising its fee')
    if (isOffered) expect(till.isOff('Speed up')).toBe(true)
    else expect(() => till.button('Speed up')).toThrow()
    expect(till.isOff('Cancel')).toBe(what === 'silent')
  },
)

test('one whose network is silent is still there, and says that nobody knows how it ended', async () => {
  const revocation = scriptedRevocation(1, {
    ...{ isOverdue: true, waitingFor: { what: 'proof', refusal: null }, feeActions: [] },
  })
  till = await mountTill('/wallet/allowances', {
    allowances: [scriptedNetworkAllowances('Meadow', [], { error: 'network-unreachable' })],
  })
  const item = { about: 'revocation', raisedAt: revocation.createdAt, revocation } as const
  till.scripted.emit('attention.changed', { items: [item] })
  await till.until(() => expect(till.text()).toContain('The payment contract of Sandbox: USDC on Meadow'))
  expect(till.text()).toContain('no node shows how it ended')
  expect(() => till.button('Speed up')).toThrow()
})

test('for a fee above the cap it is taken back with the password alone', async () => {
  till = await open({}, { 'allowances.offerRevoke': { passedCap: '0.00005' } })
  await till.until(() => till.button('Take back'))
  await till.press('Take back')
  await till.until(() => expect(till.isOff(/^Take back for/)).toBe(true))
  await till.type('Your password, to pay this fee', 'correct horse')
  await till.press(/^Take back for/)
  await till.until(() => expect(asked('allowances.confirmRevoke')).toMatchObject([{ feePassword: 'correct horse' }]))
})

test('a locked Till lists, and asks for the password before it names a fee', async () => {
  till = await open()
  await till.until(() => till.button('Take back'))
  till.scripted.setApp({ locked: true })
  await till.press('Take back')
  await till.until(() => till.field('Password'))
  expect(asked('allowances.offerRevoke')).toEqual([])
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => till.button(/^Take back for/))
})

test('what keeps it from being taken back is said, and nothing is signed', async () => {
  till = await open(
    {},
    { fails: { 'allowances.offerRevoke': { code: 'not-allowed', details: { reason: 'taken-back' } } } },
  )
  await till.until(() => till.button('Take back'))
  await till.press('Take back')
  await till.until(() => expect(till.text()).toContain('This permission is taken back already.'))
  expect(() => till.button(/^Take back for/)).toThrow()
  till.close()
  till = await open({}, { 'allowances.offerRevoke': { simulated: false } })
  await till.until(() => till.button('Take back'))
  await till.press('Take back')
  await till.until(() => expect(till.text()).toContain('could not try it out first'))
})

test('a silent network, a search that was cut short and a failed reading are said, and never called nothing', async () => {
  const silent = scriptedNetworkAllowances('Harbour', [], { error: 'network-unreachable' })
  till = await mountTill('/wallet/allowances', { allowances: [silent] })
  await till.until(() => expect(till.text()).toContain('Permissions there may be missing here.'))
  expect(till.text()).not.toContain('No permission found')
  till.close()
  till = await mountTill('/wallet/allowances', {
    allowances: [scriptedNetworkAllowances('Harbour', [], { complete: false })],
  })
  await till.until(() => expect(till.text()).toContain('On Harbour, only newer permissions'))
  till.close()
  till = await mountTill('/wallet/allowances', { fails: { 'allowances.list': { code: 'internal' } } })
  await till.until(() => expect(till.text()).toContain('Permissions could not be read'))
  till.scripted.script.fails = {}
  await till.press('Try again')
  await till.until(() => expect(till.text()).toContain('No permission found'))
})

test('the wallet leads there and counts what stands', async () => {
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
