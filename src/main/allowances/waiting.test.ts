import { encodeFunctionData, erc20Abi, parseGwei, parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { attentionListView } from '../../shared/purchases/attention-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { ProfileInput } from '../../shared/services/profile.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { readRevocation } from './revocation-repository.ts'
import {
  allowanceOf,
  newestRevocation,
  openTestAllowances,
  withAllowance,
  stranger,
  type TestAllowances,
} from '../../testing/allowances/open-test-allowances.ts'
import { soon } from '../../testing/soon.ts'
import { refusal } from '../../testing/refusal.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const MINUTE = 60_000
const onChain = (till: TestTill): Promise<bigint> => allowanceOf(sandbox, till, 'harbour', 'usdc', stranger)
const nonceOf = (till: TestTill): Promise<number> =>
  sandbox.rpc('harbour').getTransactionCount({ address: till.address })
const request = (till: TestTill): unknown =>
  till.events
    .flatMap(({ name, payload }) => (name === 'attention.changed' ? [attentionListView.parse(payload)] : []))
    .at(-1)?.items

interface Waiting {
  readonly till: TestTill
  readonly fixture: TestAllowances
  readonly id: string
  /** Its nonce. */
  readonly nonce: number
}

/** A revocation on a chain without new blocks; `answer` replaces what nodes say about it, if given. */
async function waiting(profile: Partial<ProfileInput> = {}, answer?: TestTill['tamper']['send']): Promise<Waiting> {
  const { till, fixture, id: allowance } = await withAllowance(sandbox, { patienceMinutes: { mined: 60 }, ...profile })
  const nonce = await nonceOf(till)
  await sandbox.control('chains/harbour', { action: 'pause-mining' })
  if (answer) till.tamper.send = answer
  await fixture.revoke(allowance)
  const { id } = await newestRevocation(sandbox, till)
  return { till, fixture, id, nonce }
}
const signedOf = ({ till, id }: Waiting) =>
  (readRevocation(till.ledger, id)?.step.signed ?? []).map(({ raw, purpose }) => ({
    purpose,
    ...parseTransaction(raw),
  }))

/** Advances the monotonic clock by `minutes`, and polls. */
function pass({ till, fixture }: Pick<Waiting, 'till' | 'fixture'>, minutes: number): void {
  till.clock.monotonicSkewMs += minutes * MINUTE
  fixture.allowances.nudge()
}

describe('a revocation that no block includes', () => {
  it('needs the user after the profile’s patience, and no longer once it is done', async () => {
    const one = await waiting()
    const { till, fixture, id } = one
    await fixture.revocation(id, ({ waitingFor }) => waitingFor?.what === 'network')
    expect(fixture.allowances.attention()).toEqual([])
    pass(one, 61)
    const overdue = await fixture.revocation(id, ({ isOverdue }) => isOverdue)
    expect(overdue).toMatchObject({
      state: 'signed',
      tokenSymbol: 'USDC',
      spender: expect.stringMatching(/^0x7e7e/i),
      spenderName: null,
      networkName: 'Harbour',
      feeActions: ['speed-up', 'cancel'],
      explorerUrl: expect.stringContaining(overdue.hash ?? 'none'),
    })
    expect(fixture.allowances.attention()).toMatchObject([{ about: 'revocation', revocation: { id } }])
    await vi.waitUntil(() => (request(till) as unknown[] | undefined)?.length === 1, soon)
    expect(request(till)).toMatchObject([{ about: 'revocation', revocation: { id, isOverdue: true } }])
    // The list shows the same.
    expect(await fixture.until(([row]) => row?.revoking?.isOverdue === true)).toMatchObject([{ revoking: { id } }])
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
    await fixture.revocation(id, ({ state }) => {
      if (state === 'signed') pass(one, 1)
      return state !== 'signed'
    })
    expect(fixture.allowances.attention()).toEqual([])
    await vi.waitUntil(() => (request(till) as unknown[] | undefined)?.length === 0, soon)
  })

  it('reports at once why nodes refuse it, also in the list', async () => {
    const { fixture, id } = await waiting({}, async () => 'fee-too-low')
    const refused = await fixture.revocation(id, ({ waitingFor }) => waitingFor?.refusal === 'fee-too-low')
    expect(refused).toMatchObject({ isOverdue: false, feeActions: ['speed-up', 'cancel'] })
    const emitted = (): unknown => fixture.emitted().at(-1)?.[0]?.allowances[0]?.revoking?.waitingFor?.refusal
    await vi.waitUntil(() => emitted() === 'fee-too-low', soon)
  })

  it('needs the user, without a fee to raise, if its nonce is used and no node shows by what', async () => {
    const one = await waiting({}, async () => null)
    const { till, fixture, id } = one
    till.tamper.receipt = async () => null
    till.tamper.nonceUse = async () => null
    till.tamper.nonces = async () => ({ mined: 9, minedSomewhere: 9, isContested: false, pending: 9 })
    pass(one, 1)
    const unclear = await fixture.revocation(id, ({ waitingFor }) => waitingFor?.what === 'proof')
    expect(unclear).toMatchObject({ isOverdue: false, feeActions: [] })
    pass(one, 60)
    await fixture.revocation(id, ({ isOverdue }) => isOverdue)
    expect(fixture.allowances.attention()).toMatchObject([{ revocation: { waitingFor: { what: 'proof' } } }])
  })

  it('needs the user after a restart too, even if its network does not answer, not within a minute', async () => {
    const { till, id } = await waiting()
    till.kill()
    till.tamper.instance = () => Promise.reject(new AppError('network-unreachable', 'Silent'))
    till.clock.skewMs = 75 * MINUTE
    till.restart()
    const fixture = openTestAllowances(till, ['harbour'])
    fixture.allowances.nudge()
    const early = await fixture.revocation(id, ({ waitingFor }) => waitingFor?.what === 'connection')
    expect(early.isOverdue).toBe(false)
    pass({ till, fixture }, 1)
    await fixture.revocation(id, ({ isOverdue }) => isOverdue)
    // Its row is gone with the logs; the question stays, with the coin's name.
    expect(fixture.allowances.attention()).toMatchObject([{ revocation: { id, tokenSymbol: 'USDC' } }])
  })

  it('needs the user if its block never becomes final', async () => {
    const { till, fixture, id } = await waiting({ patienceMinutes: { mined: 60, final: 90 } })
    till.tamper.blockStatus = async () => ({ state: 'open', isBacked: true })
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
    await fixture.revocation(id, ({ state }) => state === 'confirmed')
    expect(fixture.allowances.attention()).toEqual([])
    pass({ till, fixture }, 95)
    expect(await fixture.revocation(id, ({ isOverdue }) => isOverdue)).toMatchObject({
      state: 'confirmed',
      feeActions: [],
    })
    expect(fixture.allowances.attention()).toMatchObject([{ about: 'revocation', revocation: { id } }])
  })

  it('shows the address of its coin if the coin no longer has a name', async () => {
    const { till, fixture, id } = await waiting()
    till.listed.networks = ['meadow']
    expect(fixture.allowances.revocation(id).tokenSymbol).toMatch(/^0x\w{4}…\w{4}$/)
    expect(() => fixture.allowances.revocation(crypto.randomUUID())).toThrow('Nothing of that was signed')
  })
})

describe('the fee of a waiting revocation', () => {
  it('is raised under the same nonce for the same revocation, which happens once', async () => {
    const one = await waiting()
    const { till, fixture, id, nonce } = one
    await vi.waitUntil(async () => (await till.chain('harbour').pendingNonce(till.address)) > nonce, soon)
    const { offerKey } = await fixture.allowances.offerFee(id, 'speed-up')
    await fixture.allowances.confirmFee(id, offerKey, false)
    expect(fixture.allowances.revocation(id).feeChange).toMatchObject({ action: 'speed-up' })
    expect(await refusal(fixture.allowances.confirmFee(id, offerKey, false))).toEqual(['quote-expired', 'fee'])
    const [original, faster] = signedOf(one)
    expect(faster).toMatchObject({ purpose: 'speed-up', nonce, data: original?.data, to: original?.to })
    expect(faster?.maxFeePerGas).toBeGreaterThan(original?.maxFeePerGas ?? 0n)
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
    await fixture.until((rows) => rows.length === 0)
    expect([await onChain(till), await nonceOf(till)]).toEqual([0n, nonce + 1])
  })

  it('pays for its cancel: the nonce is used, the allowance stays, and can be revoked again', async () => {
    const { till, fixture, id, nonce } = await waiting()
    await vi.waitUntil(async () => (await till.chain('harbour').pendingNonce(till.address)) > nonce, soon)
    const { offerKey } = await fixture.allowances.offerFee(id, 'cancel')
    const shown = await fixture.allowances.confirmFee(id, offerKey, false)
    expect(shown[0]?.allowances).toMatchObject([{ revoking: { feeActions: ['cancel'] } }])
    expect(await refusal(fixture.allowances.offerFee(id, 'speed-up'))).toEqual(['not-allowed', 'outdated'])
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
    await fixture.revocation(id, ({ state }) => state === 'cancelled')
    expect([await onChain(till), await nonceOf(till)]).toEqual([20_000_000n, nonce + 1])
    expect(await refusal(fixture.allowances.offerFee(id, 'cancel'))).toEqual(['not-allowed', 'outdated'])
    const row = await fixture.single()
    await fixture.revoke(row.id)
    await fixture.until((rows) => rows.length === 0)
    expect([await onChain(till), await nonceOf(till)]).toEqual([0n, nonce + 2])
  })

  it.each(['speed-up', 'cancel'] as const)('above the cap needs the password for a %s', async (action) => {
    const one = await waiting({ feeCaps: { [sandbox.network('harbour').chainId]: '0.001' } })
    const { till, fixture, id } = one
    const own = await till.chain('harbour').fees()
    till.tamper.fees = async () => ({ ...own, maxFeePerGas: parseGwei('60') })
    const { offerKey, exceededCap } = await fixture.allowances.offerFee(id, action)
    expect(exceededCap).toBe('0.001')
    expect(await refusal(fixture.allowances.confirmFee(id, offerKey, false))).toEqual(['quote-changed', 'fee'])
    expect(signedOf(one)).toHaveLength(1)
    await fixture.allowances.confirmFee(id, offerKey, true)
    expect(signedOf(one).map(({ purpose }) => purpose)).toEqual(['original', action])
  })

  it('is not raised while Till is locked, paying is stopped, the offer is old, or after it was mined', async () => {
    const one = await waiting()
    const { till, fixture, id } = one
    const { offerKey } = await fixture.allowances.offerFee(id, 'speed-up')
    const confirm = (): Promise<unknown> => refusal(fixture.allowances.confirmFee(id, offerKey, false))
    till.state.locked = true
    expect(await confirm()).toEqual(['locked', undefined])
    till.state.locked = false
    till.state.stopped = 'ledger-unsafe'
    expect(await confirm()).toEqual(['paying-stopped', undefined])
    till.state.stopped = null
    till.clock.skewMs = 61_000
    expect(await confirm()).toEqual(['quote-expired', 'fee'])
    till.clock.skewMs = 0
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
    await fixture.revocation(id, ({ state }) => state !== 'signed')
    expect(await confirm()).toEqual(['not-allowed', 'outdated'])
    expect(signedOf(one)).toHaveLength(1)
  })

  const approve = (units: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger, units] })
  it.each([
    ['speed-up', 'grant an allowance', { data: approve(1n) }],
    ['speed-up', 'have another nonce', { nonce: 77 }],
    ['speed-up', 'cost far more', { maxFeePerGas: parseGwei('90000') }],
    ['cancel', 'have another nonce', { nonce: 77 }],
  ] as const)('for a %s is not stored if the signed bytes %s', async (action, _what, changes) => {
    const one = await waiting()
    const { till, fixture, id } = one
    const { offerKey } = await fixture.allowances.offerFee(id, action)
    const sign = till.account.signTransaction.bind(till.account)
    vi.spyOn(till.account, 'signTransaction').mockImplementationOnce((transaction) =>
      sign({ ...transaction, ...changes } as never),
    )
    expect(await refusal(fixture.allowances.confirmFee(id, offerKey, false))).toEqual(['quote-refused', 'signature'])
    expect(signedOf(one)).toHaveLength(1)
  })
})
