import { parseGwei, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { multiplyDecimals } from '../../shared/money.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { useNonce, tokenOf } from '../../testing/purchases/sandbox-controls.ts'
import { listOpenRevocations, readRevocation, type RevocationRecord } from './revocation-repository.ts'
import {
  allowanceOf,
  newestRevocation,
  openTestAllowances,
  withAllowance,
  stranger,
} from '../../testing/allowances/open-test-allowances.ts'
import { soon } from '../../testing/soon.ts'
import { refusal } from '../../testing/refusal.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const onChain = (till: TestTill): Promise<bigint> => allowanceOf(sandbox, till, 'harbour', 'usdc', stranger)
const nonceOf = (till: TestTill): Promise<number> =>
  sandbox.rpc('harbour').getTransactionCount({ address: till.address })
const newest = (till: TestTill): Promise<RevocationRecord> => newestRevocation(sandbox, till)

describe('revoking an allowance', () => {
  it('costs what was shown, takes one transaction, and leaves no allowance', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const before = await nonceOf(till)
    const native = await till.chain('harbour').nativeBalance(till.address)
    // An offer waits for no price of the coin.
    const offer = await vi.waitFor(async () => {
      const priced = await fixture.allowances.offer(id)
      expect(priced).toMatchObject({ nativeSymbol: 'ETH', simulated: true, networkFeeInDollars: expect.any(String) })
      return priced
    }, soon)
    const shown = await fixture.allowances.confirm(offer.offerKey, false)
    expect(shown[0]?.allowances).toMatchObject([{ id, revoking: { state: 'signed' } }])
    expect(await fixture.until((rows) => rows.length === 0)).toEqual([])
    expect([await onChain(till), await nonceOf(till)]).toEqual([0n, before + 1])
    expect((await newest(till)).step).toMatchObject({
      kind: 'revoke',
      state: 'final',
      signed: [{ purpose: 'original' }],
    })
    const spent = native - (await till.chain('harbour').nativeBalance(till.address))
    expect(Number(spent) / 1e18).toBeLessThanOrEqual(Number(offer.networkFeeAtMost))
    expect(offer.networkFeeInDollars).toBe(multiplyDecimals(offer.networkFeeAtMost, '3000'))
    // The list is read again for the event, after the test read it.
    await vi.waitFor(() => expect(fixture.emitted().at(-1)).toMatchObject([{ allowances: [] }]), { timeout: 10_000 })
    expect(await refusal(fixture.allowances.confirm(offer.offerKey, false))).toEqual(['quote-expired', 'fee'])
  })

  it('survives a crash between commit and sending: a locked Till sends the same bytes once', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const before = await nonceOf(till)
    const sent: Hex[] = []
    till.tamper.send = () => new Promise(() => undefined)
    await fixture.revoke(id)
    const { step } = await newest(till)
    expect(step).toMatchObject({ state: 'signed', nonce: before })
    till.kill()
    const { send } = till.chain('harbour')
    till.tamper.send = (raw) => {
      sent.push(raw)
      return send(raw)
    }
    till.state.locked = true
    till.restart()
    const risen = openTestAllowances(till, ['harbour'])
    expect(listOpenRevocations(till.ledger)).toHaveLength(1)
    risen.allowances.nudge()
    await risen.until((rows) => rows.length === 0)
    expect(new Set(sent)).toEqual(new Set([step.signed[0]?.raw]))
    expect([await onChain(till), await nonceOf(till)]).toEqual([0n, before + 1])
    expect((await newest(till)).step.minedHash).toBe(step.signed[0]?.hash)
  })

  it('is reported as failed if another transaction used its nonce, and can be repeated', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    till.tamper.send = () => Promise.reject(new AppError('network-unreachable', 'No'))
    const before = await nonceOf(till)
    await fixture.revoke(id)
    await useNonce(sandbox, till, before)
    const [row] = await fixture.until(([one]) => one?.revoking?.state === 'superseded')
    expect(row).toMatchObject({ amount: '20' })
    expect((await newest(till)).step.state).toBe('superseded')
    expect(await refusal(fixture.allowances.offer(id))).toEqual(['wallet-used-elsewhere', 'revoking'])
    await till.reconcile('harbour', before + 1)
    delete till.tamper.send
    await fixture.revoke(id)
    await fixture.until((rows) => rows.length === 0)
    expect([await onChain(till), await nonceOf(till)]).toEqual([0n, before + 2])
  })

  it('needs the password for a fee above the cap, and starts once', async () => {
    const { till, fixture, id } = await withAllowance(sandbox, {
      feeCaps: { [sandbox.network('harbour').chainId]: '0.001' },
    })
    expect(await fixture.allowances.offer(id)).toMatchObject({ exceededCap: null })
    await sandbox.control('chains/harbour', { action: 'pause-mining' })
    const own = await till.chain('harbour').fees()
    till.tamper.fees = async () => ({ ...own, maxFeePerGas: parseGwei('60') })
    const { offerKey, exceededCap } = await fixture.allowances.offer(id)
    expect(exceededCap).toBe('0.001')
    expect(await refusal(fixture.allowances.confirm(offerKey, false))).toEqual(['quote-changed', 'fee'])
    expect(listOpenRevocations(till.ledger)).toEqual([])
    await fixture.allowances.confirm(offerKey, true)
    expect((await newest(till)).step.signed).toHaveLength(1)
    expect(await refusal(fixture.allowances.offer(id))).toEqual(['not-allowed', 'already-revoked'])
  })

  it('signs nothing while Till is locked, paying is stopped, the wallet was used elsewhere, the offer is old or the fee is missing', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const { offerKey } = await fixture.allowances.offer(id)
    const confirm = (): Promise<unknown> => refusal(fixture.allowances.confirm(offerKey, false))
    till.state.locked = true
    expect(await confirm()).toEqual(['locked', undefined])
    till.state.locked = false
    till.state.stopped = 'ledger-unsafe'
    expect(await confirm()).toEqual(['paying-stopped', undefined])
    till.state.stopped = null
    till.tamper.highestNonce = async () => 9
    expect(await confirm()).toEqual(['wallet-used-elsewhere', 'revoking'])
    delete till.tamper.highestNonce
    till.tamper.nativeBalance = async () => 1n
    expect(await confirm()).toEqual(['insufficient-gas', undefined])
    delete till.tamper.nativeBalance
    till.tamper.simulate = async () => 'unexpected-changes'
    expect(await confirm()).toEqual(['quote-refused', 'revoking'])
    till.tamper.simulate = async () => [-1n, 0n]
    expect(await confirm()).toEqual(['quote-refused', 'revoking'])
    till.tamper.simulate = async () => 'failed'
    expect(await confirm()).toEqual(['simulation-failed', 'revoking'])
    till.tamper.simulate = async () => {
      till.state.stopped = 'disk-error'
      return [0n, 0n]
    }
    expect(await confirm()).toEqual(['paying-stopped', undefined])
    till.state.stopped = null
    delete till.tamper.simulate
    till.clock.skewMs = 61_000
    expect(await confirm()).toEqual(['quote-expired', 'fee'])
    till.clock.skewMs = 0
    till.clock.monotonicSkewMs = 61_000
    expect(await confirm()).toEqual(['quote-expired', 'fee'])
    till.clock.monotonicSkewMs = 0
    till.tamper.allowance = async () => 0n
    expect(await confirm()).toEqual(['not-allowed', 'already-revoked'])
    delete till.tamper.allowance
    expect(await refusal(fixture.allowances.offer('7:0x0 0x1 0x2'))).toEqual(['not-found', undefined])
    expect(listOpenRevocations(till.ledger)).toEqual([])
    expect(await onChain(till)).toBe(20_000_000n)
  })

  it('is not stored if the signed bytes differ from what was shown', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const { offerKey } = await fixture.allowances.offer(id)
    const sign = till.account.signTransaction.bind(till.account)
    vi.spyOn(till.account, 'signTransaction').mockImplementationOnce((transaction) =>
      sign({ ...transaction, value: 1n } as never),
    )
    expect(await refusal(fixture.allowances.confirm(offerKey, false))).toEqual(['quote-refused', 'signature'])
    expect(listOpenRevocations(till.ledger)).toEqual([])
  })

  it('confirmed twice signs once', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const before = await nonceOf(till)
    const { offerKey } = await fixture.allowances.offer(id)
    await Promise.allSettled([fixture.allowances.confirm(offerKey, false), fixture.allowances.confirm(offerKey, false)])
    await fixture.until((rows) => rows.length === 0)
    expect(await nonceOf(till)).toBe(before + 1)
    expect(readRevocation(till.ledger, (await newest(till)).id)?.step.signed).toHaveLength(1)
  })
})

describe('a purchase through a router', () => {
  const meadow = (action: Readonly<Record<string, unknown>>): Promise<unknown> =>
    sandbox.control('chains/meadow', action)

  it('keeps its allowance while under way; if reverted, it leaves exactly its amount, which is revoked', async () => {
    const till = await sandbox.till()
    const fixture = openTestAllowances(till)
    await meadow({ action: 'pause-mining' })
    await meadow({ action: 'mine', blocks: 3 })
    const { id: purchaseId, totalAmount } = await till.buy('meadow', 'usdc')
    const rpc = sandbox.rpc('meadow')
    await vi.waitUntil(
      async () => (await rpc.getTransactionCount({ address: till.address, blockTag: 'pending' })) === 2,
      soon,
    )
    // Its allowance is mined, and the wallet has no coins to pay with.
    const token = tokenOf(sandbox, 'meadow', 'usdc')
    await meadow({ action: 'set-balance', address: till.address, token, amount: '0' })
    const router = sandbox.network('meadow').protocolContracts['fulfillableRouterProxy']
    till.tamper.allowance = async () => 1n
    const underWay = await fixture.single()
    expect(underWay).toMatchObject({ purchaseId, neededBy: purchaseId, spender: router })
    expect(await refusal(fixture.allowances.offer(underWay.id))).toEqual(['purchase-in-progress', undefined])
    delete till.tamper.allowance
    await meadow({ action: 'resume-mining' })
    await till.until(purchaseId, ({ status }) => status === 'not-paid')
    const left = await fixture.single()
    expect(left).toMatchObject({
      amount: totalAmount,
      purchaseId,
      neededBy: null,
      spenderName: till.service.profile.name,
    })
    // While it is being revoked, no purchase relies on it.
    await sandbox.faucet(till.address)
    await meadow({ action: 'pause-mining' })
    const offer = await till.quote('meadow', 'usdc')
    await fixture.revoke(left.id)
    expect(await refusal(till.confirm(offer))).toEqual(['purchase-in-progress', 'revoking'])
    await meadow({ action: 'resume-mining' })
    await fixture.until((rows) => rows.length === 0)
    // An earlier plan cannot rely on the revoked allowance; a new plan is paid.
    expect(await refusal(till.confirm(offer))).toEqual(['purchase-in-progress', 'revoking'])
    expect(await allowanceOf(sandbox, till, 'meadow', 'usdc', left.spender as Hex)).toBe(0n)
    expect(await rpc.getTransactionCount({ address: till.address })).toBe(3)
    expect(await till.delivered((await till.buy('meadow', 'usdc')).id)).toMatchObject({ status: 'delivered' })
    expect(await fixture.list()).toEqual([])
  })
})
