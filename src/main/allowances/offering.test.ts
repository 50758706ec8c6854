import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { signBoth } from '../../testing/engine/sign-both.ts'
import { newestRevocation, openTestAllowances, withAllowance } from '../../testing/allowances/open-test-allowances.ts'
import { openTestSandbox, type TestSandbox } from '../../testing/purchases/context.ts'
import { refusal } from '../../testing/refusal.ts'
import { newAddress } from '../../testing/transfers/open-test-transfers.ts'
import { hasOpenRevocations, listOpenRevocations } from './revocation-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

describe('the revocation of an allowance', () => {
  it('is not offered while paying is stopped, the fee is missing, or a node demands more gas than one needs', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const offer = (): Promise<unknown> => refusal(fixture.allowances.offer(id))
    till.state.stopped = 'ledger-unsafe'
    expect(await offer()).toEqual(['paying-stopped', undefined])
    till.state.stopped = null
    till.tamper.nativeBalance = async () => 1n
    expect(await offer()).toEqual(['insufficient-gas', undefined])
    delete till.tamper.nativeBalance
    till.tamper.estimateGas = async () => 3_000_000n
    expect(await offer()).toEqual(['quote-refused', 'revoking'])
  })

  it('is neither offered nor signed on another chain than it was given on, or if nodes differ about a test run', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const { offerKey } = await fixture.allowances.offer(id)
    const confirm = (): Promise<unknown> => refusal(fixture.allowances.confirm(offerKey, false))
    till.tamper.instance = async () => '1:0x0'
    expect(await confirm()).toEqual(['network-mismatch', undefined])
    delete till.tamper.instance
    till.tamper.simulate = async () => 'nodes-differ'
    expect(await confirm()).toEqual(['simulation-failed', 'revoking'])
    expect(await refusal(fixture.allowances.offer(id))).toEqual(['simulation-failed', 'revoking'])
    expect(listOpenRevocations(till.ledger)).toEqual([])
  })

  it('that was tried is not signed without another test run; one that no node can try is', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const { offerKey } = await fixture.allowances.offer(id)
    till.tamper.simulate = async () => null
    expect(await refusal(fixture.allowances.confirm(offerKey, false))).toEqual(['quote-expired', 'fee'])
    const untried = await fixture.allowances.offer(id)
    expect(untried.simulated).toBe(false)
    await fixture.allowances.confirm(untried.offerKey, false)
    expect((await newestRevocation(sandbox, till)).step.signed).toHaveLength(1)
  })

  it('is not signed if another account was chosen meanwhile, even while the network answers', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const { offerKey } = await fixture.allowances.offer(id)
    const chosen = vi.spyOn(till.context.wallet, 'address')
    till.tamper.simulate = async () => {
      chosen.mockReturnValue(newAddress())
      return [0n, 0n]
    }
    expect(await refusal(fixture.allowances.confirm(offerKey, false))).toEqual(['quote-expired', 'fee'])
    chosen.mockRestore()
    expect(listOpenRevocations(till.ledger)).toEqual([])
  })

  it('can no longer be confirmed once the next one was asked for, even if that one is not offered', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const { offerKey } = await fixture.allowances.offer(id)
    till.tamper.nativeBalance = async () => 1n
    expect(await refusal(fixture.allowances.offer(id))).toEqual(['insufficient-gas', undefined])
    delete till.tamper.nativeBalance
    expect(await refusal(fixture.allowances.confirm(offerKey, false))).toEqual(['quote-expired', 'fee'])
    expect(listOpenRevocations(till.ledger)).toEqual([])
  })

  it('waits while a purchase of the same account is signed, and takes the next nonce', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    const [quote, { offerKey }] = [await till.quote('harbour', 'usdc'), await fixture.allowances.offer(id)]
    const buy = () => till.confirm(quote)
    expect(await signBoth(till.context.wallet, buy, () => fixture.allowances.confirm(offerKey, false))).toEqual([1, 2])
  })

  it('is open for its own profile only, until it is final or lost', async () => {
    const { till, fixture, id } = await withAllowance(sandbox)
    await fixture.revoke(id)
    await fixture.until((rows) => rows.length === 0)
    const revocation = await newestRevocation(sandbox, till)
    const openAs = (state: string): boolean[] => {
      till.ledger.prepare('UPDATE steps SET state = ? WHERE intent_id = ?').run(state, revocation.id)
      return [hasOpenRevocations(till.ledger, revocation.profileId), hasOpenRevocations(till.ledger, 'another')]
    }
    for (const state of ['signed', 'mined', 'confirmed']) expect(openAs(state)).toEqual([true, false])
    for (const state of ['reverted', 'cancelled', 'superseded', 'final']) expect(openAs(state)).toEqual([false, false])
  })

  it('names the service whose router loses it, on whichever of its networks', async () => {
    const till = await sandbox.till()
    const fixture = openTestAllowances(till)
    const { id: purchaseId } = await till.buy('meadow', 'usdc')
    await till.delivered(purchaseId)
    till.tamper.allowance = async () => 5_000_000n
    till.tamper.simulate = async () => [0n, 0n]
    const row = (await fixture.list()).find((one) => one.purchaseId === purchaseId)
    await fixture.revoke(row?.id ?? '')
    const [revocation = ''] = listOpenRevocations(till.ledger)
    expect(fixture.allowances.revocation(revocation)).toMatchObject({
      spender: row?.spender,
      spenderName: till.service.profile.name,
    })
  })
})
