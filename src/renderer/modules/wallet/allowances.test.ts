// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedAllowance, scriptedNetworkAllowances } from '../../../../e2e/support/scripted-allowances.ts'
import { scriptedApp, scriptedPurchase } from '../../../../e2e/support/scripted-state.ts'
import type { AllowanceView } from '../../../shared/allowance-views.ts'
import { mountTill, type MountedTill } from '../../app/test-mount-till.ts'

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

test('is taken back for a fee that is shown first, and followed until nothing stands', async () => {
  till = await open()
  await till.until(() => till.button('Take back'))
  await till.press('Take back')
  await till.until(() => till.button('Take back for at most 0.000061 ETH'))
  expect(asked('allowances.confirmRevoke')).toEqual([])
  await till.press('Take back for at most 0.000061 ETH')
  await till.until(() => expect(till.text()).toContain('Being taken back'))
  expect(asked('allowances.confirmRevoke')).toHaveLength(1)
  expect(() => till.button('Take back')).toThrow()
  const done = scriptedAllowance(1, { amount: '0', revoking: { state: 'done', at: new Date().toISOString() } })
  till.scripted.emit('allowances.changed', [scriptedNetworkAllowances('Meadow', [done])])
  await till.until(() => expect(till.text()).toContain('can take no more USDC from this wallet.'))
  till.scripted.emit('allowances.changed', [scriptedNetworkAllowances('Meadow', [])])
  await till.until(() => expect(till.text()).toContain('No permission found'))
})

test('one that waits long is sped up, one that did not go through can be taken back again', async () => {
  till = await open({ revoking: { state: 'sent', at: new Date(Date.now() - 60_000).toISOString() } })
  await till.until(() => till.button('Speed up'))
  await till.press('Speed up')
  await till.until(() => till.button('Speed up for at most 0.000061 ETH'))
  till.close()
  till = await open({ revoking: { state: 'failed', at: new Date(Date.now() - 60_000).toISOString() } })
  await till.until(() => expect(till.text()).toContain('Taking it back did not go through'))
  till.button('Take back')
})

test('for a fee above the cap it is taken back with the password alone', async () => {
  till = await open({}, { passedCap: '0.00005' })
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
  till = await open({}, { revocation: { simulated: false } })
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
      scriptedAllowance(3, { revoking: { state: 'done', at: new Date().toISOString() } }),
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
