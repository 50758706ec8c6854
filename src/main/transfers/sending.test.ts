import { parseEther, parseTransaction, zeroAddress, type Address, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { noLimits } from '../../shared/limits/views.ts'
import { readUnsettled } from '../engine/steps/step-repository.ts'
import { isReconciled } from '../history/reconcile.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { useNonce, tokenOf } from '../../testing/purchases/sandbox-controls.ts'
import {
  heldBy,
  newAddress,
  openTestTransfers,
  type TestTransfers,
} from '../../testing/transfers/open-test-transfers.ts'
import { hasOpenTransfers, listOpenTransfers, readTransfer } from './transfer-repository.ts'
import { soon } from '../../testing/soon.ts'
import { refusal } from '../../testing/refusal.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const nonceOf = (till: TestTill): Promise<number> =>
  sandbox.rpc('harbour').getTransactionCount({ address: till.address })

async function setUp(): Promise<{ till: TestTill; fixture: TestTransfers; to: Address }> {
  const till = await sandbox.till()
  return { till, fixture: openTestTransfers(sandbox, till), to: newAddress() }
}

describe('sending coins', () => {
  it('sends exactly what was shown, once, costs no more, and is followed until it is final', async () => {
    const { till, fixture, to } = await setUp()
    const [before, native, held] = [
      await nonceOf(till),
      await heldBy(sandbox, 'harbour', null, till.address),
      await heldBy(sandbox, 'harbour', 'usdc', till.address),
    ]
    const offer = await fixture.offer(to.toLowerCase(), { amount: '12.345678' })
    expect(offer).toMatchObject({
      from: till.address,
      recipient: to,
      name: null,
      symbol: 'USDC',
      amount: '12.345678',
      nativeSymbol: 'ETH',
      simulated: true,
      problems: [],
      typeGroup: null,
      warnings: [{ warning: 'never-used' }, { warning: 'first-time' }],
    })
    expect(offer.left).toBe(String(Number(held - 12_345_678n) / 1e6))
    const sent = await fixture.confirm(offer)
    expect(sent).toMatchObject({ state: 'signed', recipient: to, amount: '12.345678', networkFee: null })
    const done = await fixture.until(sent.id, ({ state }) => state === 'final')
    expect([await heldBy(sandbox, 'harbour', 'usdc', to), await nonceOf(till)]).toEqual([12_345_678n, before + 1])
    const spent = native - (await heldBy(sandbox, 'harbour', null, till.address))
    expect(done.networkFee).toBe(String(Number(spent) / 1e18))
    expect(Number(done.networkFee)).toBeLessThanOrEqual(Number(offer.networkFeeAtMost))
    expect(fixture.emitted().map(({ state }) => state)).toEqual(expect.arrayContaining(['signed', 'final']))
    expect(await refusal(fixture.confirm(offer))).toEqual(['quote-expired', 'sending'])
    expect(await fixture.transfers.list({ text: '', offset: 0, limit: 10 })).toMatchObject({
      total: 1,
      transfers: [{ id: sent.id }],
    })
    // The second time the recipient is neither new nor unknown.
    expect((await fixture.offer(to)).warnings).toEqual([])
  })

  it('sends the maximum: every unit of a token, and the network’s own coin less the highest fee', async () => {
    const { till, fixture, to } = await setUp()
    const usdt = await fixture.send(to, { network: 'meadow', coin: 'usdt', amount: null })
    await fixture.until(usdt.id, ({ state }) => state === 'final')
    expect(await heldBy(sandbox, 'meadow', 'usdt', till.address)).toBe(0n)
    const native = await heldBy(sandbox, 'meadow', null, till.address)
    const offer = await fixture.offer(to, { network: 'meadow', coin: null, amount: null })
    expect(offer).toMatchObject({ token: null, left: '0', nativeLeft: '0', problems: [] })
    const sent = await fixture.confirm(offer)
    await fixture.until(sent.id, ({ state }) => state === 'final')
    expect(Number(await heldBy(sandbox, 'meadow', null, to)) / 1e18).toBeCloseTo(Number(offer.amount), 12)
    expect(await heldBy(sandbox, 'meadow', null, to)).toBeLessThan(native)
    expect(await refusal(fixture.offer(to, { network: 'meadow', coin: 'usdt', amount: null }))).toEqual([
      'insufficient-token',
      'nothing',
    ])
  })

  it('reports the missing coins and fee, after other open payments', async () => {
    const { till, fixture, to } = await setUp()
    till.tamper.send = () => Promise.reject(new AppError('network-unreachable', 'No'))
    const all = await fixture.offer(to, { amount: null })
    await fixture.send(to, { amount: all.amount })
    expect((await fixture.offer(to, { amount: '1' })).problems).toEqual([
      { problem: 'insufficient-token', blocking: true, detail: '1' },
    ])
    till.tamper.nativeBalance = async () => 1n
    expect((await fixture.offer(to, { coin: 'dai' })).problems.map(({ problem }) => problem)).toEqual([
      'insufficient-gas',
    ])
    expect(await refusal(fixture.confirm(await fixture.offer(to, { coin: 'dai' })))).toEqual([
      'quote-expired',
      'sending',
    ])
  })

  it('refuses the zero address, the own account, the coin’s contract, typos and invalid amounts', async () => {
    const { till, fixture, to } = await setUp()
    const wrong = (text: string, coin?: null): Promise<unknown> =>
      refusal(fixture.offer(text, coin === null ? { coin } : {}))
    expect(await wrong(zeroAddress)).toEqual(['invalid-input', 'nobody'])
    expect(await wrong(till.address)).toEqual(['invalid-input', 'self'])
    expect(await wrong(tokenOf(sandbox, 'harbour', 'usdc'))).toEqual(['invalid-input', 'own-contract'])
    expect(await wrong(`${to.slice(0, -1)}`)).toEqual(['invalid-input', 'not-an-address'])
    const typo = [...to].map((sign, index) => (index > 1 && /[a-z]/.test(sign) ? sign.toUpperCase() : sign)).join('')
    if (/[A-F]/.test(to.slice(2)) && /[a-f]/.test(to.slice(2)))
      expect(await wrong(typo.replace(/[A-F]/, (sign) => sign.toLowerCase()))).toEqual(['invalid-input', 'checksum'])
    for (const amount of ['0', '0.0000001'])
      expect(await refusal(fixture.offer(to, { amount }))).toEqual(['invalid-input', 'amount'])
    expect(fixture.transfers.check({ ...fixture.input(tokenOf(sandbox, 'harbour', 'usdc')) })).toMatchObject({
      problem: 'own-contract',
    })
  })

  it('is refused if a node demands more gas than any transfer needs', async () => {
    const { till, fixture, to } = await setUp()
    till.tamper.estimateGas = async () => 3_000_000n
    expect(await refusal(fixture.offer(to))).toEqual(['quote-refused', 'sending-fee'])
    expect(await refusal(fixture.offer(to, { coin: null }))).toEqual(['quote-refused', 'sending-fee'])
  })

  it('signs nothing while locked, stopped or used elsewhere, after an old review, or if anything has changed', async () => {
    const { till, fixture, to } = await setUp()
    const offer = await fixture.offer(to)
    const confirm = (): Promise<unknown> => refusal(fixture.confirm(offer))
    till.state.locked = true
    expect(await confirm()).toEqual(['locked', undefined])
    till.state.locked = false
    till.state.stopped = 'ledger-unsafe'
    expect(await confirm()).toEqual(['paying-stopped', undefined])
    expect(await refusal(fixture.offer(to))).toEqual(['paying-stopped', undefined])
    till.state.stopped = null
    const again = await fixture.offer(to)
    expect(await confirm()).toEqual(['quote-expired', 'sending'])
    const confirmNow = (): Promise<unknown> => refusal(fixture.confirm(again))
    const otherAccount = vi.spyOn(till.context.wallet, 'address').mockReturnValue(newAddress())
    expect(await confirmNow()).toEqual(['quote-expired', 'sending'])
    otherAccount.mockRestore()
    till.tamper.highestNonce = async () => 9
    expect(await confirmNow()).toEqual(['wallet-used-elsewhere', 'sending'])
    delete till.tamper.highestNonce
    till.tamper.nativeBalance = async () => 1n
    expect(await confirmNow()).toEqual(['insufficient-gas', undefined])
    delete till.tamper.nativeBalance
    till.tamper.tokenBalance = async () => 1n
    expect(await confirmNow()).toEqual(['insufficient-token', undefined])
    delete till.tamper.tokenBalance
    for (const foreseen of ['unexpected-changes', [-5_000_001n, 0n], [-5_000_000n, -1n]] as const) {
      till.tamper.simulate = async () => foreseen
      expect(await confirmNow()).toEqual(['quote-refused', 'sending'])
    }
    till.tamper.simulate = async () => 'failed'
    expect(await confirmNow()).toEqual(['simulation-failed', 'sending'])
    till.tamper.simulate = async () => null
    expect(await confirmNow()).toEqual(['quote-changed', 'not-tried'])
    delete till.tamper.simulate
    till.tamper.instance = async () => '1:0x0'
    expect(await confirmNow()).toEqual(['network-mismatch', undefined])
    delete till.tamper.instance
    till.clock.monotonicSkewMs = 61_000
    expect(await confirmNow()).toEqual(['quote-expired', 'sending'])
    till.clock.monotonicSkewMs = 0
    till.clock.skewMs = 61_000
    expect(await confirmNow()).toEqual(['quote-expired', 'sending'])
    till.clock.skewMs = 0
    expect((await fixture.transfers.list({ text: '', offset: 0, limit: 10 })).total).toBe(0)
    expect((await fixture.confirm(again)).state).toBe('signed')
  })

  it('is not stored if the signed bytes differ from what was shown', async () => {
    const { till, fixture, to } = await setUp()
    const offer = await fixture.offer(to)
    const sign = till.account.signTransaction.bind(till.account)
    vi.spyOn(till.account, 'signTransaction').mockImplementationOnce((transaction) =>
      sign({ ...transaction, value: 1n } as never),
    )
    expect(await refusal(fixture.confirm(offer))).toEqual(['quote-refused', 'signature'])
    expect((await fixture.transfers.list({ text: '', offset: 0, limit: 10 })).total).toBe(0)
  })

  it('with a damaged record hides no other transfer', async () => {
    const { till, fixture, to } = await setUp()
    const damaged = await fixture.send(to)
    const { id } = await fixture.send(to, { amount: '2' })
    till.ledger.prepare("UPDATE transfers SET coin = '{}' WHERE id = ?").run(damaged.id)
    expect((await fixture.transfers.list({ text: '', offset: 0, limit: 10 })).transfers.map((one) => one.id)).toEqual([
      id,
    ])
    expect(() => fixture.transfers.networkChanged()).not.toThrow()
    await fixture.until(id, ({ state }) => state === 'final')
  })

  it('confirmed twice sends once', async () => {
    const { till, fixture, to } = await setUp()
    const before = await nonceOf(till)
    const offer = await fixture.offer(to)
    const outcomes = await Promise.allSettled([fixture.confirm(offer), fixture.confirm(offer)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [id = ''] = listOpenTransfers(till.ledger)
    await fixture.until(id, ({ state }) => state === 'final')
    expect([await heldBy(sandbox, 'harbour', 'usdc', to), await nonceOf(till)]).toEqual([5_000_000n, before + 1])
  })
})

describe('a crash', () => {
  it('between commit and sending leads to the same bytes sent once after the restart, even while locked', async () => {
    const { till, fixture, to } = await setUp()
    const before = await nonceOf(till)
    const sent: Hex[] = []
    till.tamper.send = () => new Promise(() => undefined)
    const { id } = await fixture.send(to)
    const signed = readTransfer(till.ledger, id)?.step.signed
    till.kill()
    const { send } = till.chain('harbour')
    till.tamper.send = (raw) => {
      sent.push(raw)
      return send(raw)
    }
    till.state.locked = true
    till.restart()
    const risen = openTestTransfers(sandbox, till)
    risen.transfers.nudge()
    await risen.until(id, ({ state }) => state === 'final')
    expect(new Set(sent)).toEqual(new Set([signed?.[0]?.raw]))
    expect([await heldBy(sandbox, 'harbour', 'usdc', to), await nonceOf(till)]).toEqual([5_000_000n, before + 1])
  })

  it('after sending leaves a transaction that is found again; consent without a signature is lost', async () => {
    const { till, fixture, to } = await setUp()
    const before = await nonceOf(till)
    const real = till.chain('harbour')
    const died = new Promise<void>((resolve) => {
      till.tamper.send = async (raw) => {
        await real.send(raw)
        delete till.tamper.send
        till.kill()
        resolve()
        return null
      }
    })
    const offer = await fixture.offer(to)
    const { id } = await fixture.confirm(offer)
    await died
    till.restart()
    const risen = openTestTransfers(sandbox, till)
    expect(await refusal(risen.confirm(offer))).toEqual(['quote-expired', 'sending'])
    risen.transfers.nudge()
    await risen.until(id, ({ state }) => state === 'final')
    expect([await heldBy(sandbox, 'harbour', 'usdc', to), await nonceOf(till)]).toEqual([5_000_000n, before + 1])
  })
})

describe('coins on their way', () => {
  const harbour = (action: string, more: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
    sandbox.control('chains/harbour', { action, ...more })
  const pooled = (till: TestTill, above: number): Promise<boolean> =>
    vi.waitUntil(async () => (await till.chain('harbour').pendingNonce(till.address)) > above, soon)

  it('are sped up under their nonce, with the same amount, and arrive once', async () => {
    const { till, fixture, to } = await setUp()
    const before = await nonceOf(till)
    await harbour('pause-mining')
    const { id, feeActions } = await fixture.send(to)
    expect(feeActions).toEqual(['speed-up', 'cancel'])
    await pooled(till, before)
    const { offerKey } = await fixture.transfers.offerFee(id, 'speed-up')
    expect((await fixture.transfers.confirmFee(id, offerKey, false)).feeChange).toMatchObject({ action: 'speed-up' })
    expect(await refusal(fixture.transfers.confirmFee(id, offerKey, false))).toEqual(['quote-expired', 'fee'])
    const [original, faster] = (readTransfer(till.ledger, id)?.step.signed ?? []).map(({ raw }) =>
      parseTransaction(raw),
    )
    expect(faster).toMatchObject({ nonce: original?.nonce, data: original?.data, to: original?.to })
    expect(faster?.maxFeePerGas).toBeGreaterThan(original?.maxFeePerGas ?? 0n)
    await harbour('resume-mining')
    await fixture.until(id, ({ state }) => state === 'final')
    expect([await heldBy(sandbox, 'harbour', 'usdc', to), await nonceOf(till)]).toEqual([5_000_000n, before + 1])
  })

  it('are not sent to another chain that answers in place of theirs', async () => {
    const { till, fixture, to } = await setUp()
    let fail = (_: AppError): void => undefined
    const first = vi.fn(() => new Promise<never>((_, reject) => (fail = reject)))
    till.tamper.send = first
    const { id } = await fixture.send(to)
    await vi.waitUntil(() => first.mock.calls.length > 0, soon)
    till.kill()
    let asked = 0
    const send = vi.fn(() => Promise.reject(new AppError('network-unreachable', 'Silent')))
    Object.assign(till.tamper, { send, instance: async () => `1:0x${asked++}` })
    till.restart()
    const { transfers } = openTestTransfers(sandbox, till)
    await vi.waitUntil(() => {
      transfers.nudge()
      return asked > 5
    }, soon)
    fail(new AppError('network-unreachable', 'Silent'))
    expect([transfers.get(id).state, send.mock.calls]).toEqual(['signed', []])
  })

  it('that are the network’s own reserve their amount and the higher fee once they are sped up', async () => {
    const { till, fixture, to } = await setUp()
    const before = await nonceOf(till)
    await harbour('pause-mining')
    const { id } = await fixture.send(to, { coin: null, amount: '0.5' })
    await pooled(till, before)
    const { offerKey, networkFeeAtMost } = await fixture.transfers.offerFee(id, 'speed-up')
    await fixture.transfers.confirmFee(id, offerKey, false)
    const reserved = readUnsettled(till.ledger, await till.chain('harbour').instance(), till.address).native
    expect(reserved).toBe(parseEther('0.5') + parseEther(networkFeeAtMost))
    await harbour('resume-mining')
  })

  it('are cancelled: nothing arrives, the nonce is used, and the limit no longer counts them', async () => {
    const { till, fixture, to } = await setUp()
    const before = await nonceOf(till)
    till.state.limits = { ...noLimits, perDay: '8' }
    await harbour('pause-mining')
    const { id } = await fixture.send(to)
    await pooled(till, before)
    const { offerKey } = await fixture.transfers.offerFee(id, 'cancel')
    till.state.locked = true
    expect(await refusal(fixture.transfers.confirmFee(id, offerKey, false))).toEqual(['locked', undefined])
    till.state.locked = false
    expect((await fixture.transfers.confirmFee(id, offerKey, false)).feeActions).toEqual(['cancel'])
    const warnings = async (): Promise<string[]> => (await fixture.offer(to)).warnings.map(({ warning }) => warning)
    expect(await warnings()).not.toContain('first-time')
    expect((await fixture.offer(to)).problems).toMatchObject([{ problem: 'limit-day', detail: '3' }])
    await harbour('resume-mining')
    await fixture.until(id, ({ state }) => state === 'cancelled')
    // Nothing was ever sent there.
    expect(await warnings()).toContain('first-time')
    expect([await heldBy(sandbox, 'harbour', 'usdc', to), await nonceOf(till)]).toEqual([0n, before + 1])
    expect(await refusal(fixture.transfers.offerFee(id, 'cancel'))).toEqual(['not-allowed', 'outdated'])
    expect((await fixture.offer(to)).problems).toEqual([])
  })

  it('stay open until they are final or lost, for their own profile', async () => {
    const { till, fixture, to } = await setUp()
    const { id } = await fixture.send(to)
    await fixture.until(id, ({ state }) => state === 'final')
    const { ledger } = till
    const profileId = readTransfer(ledger, id)?.profileId ?? ''
    const openAs = (state: string): boolean[] => {
      ledger.prepare('UPDATE steps SET state = ? WHERE intent_id = ?').run(state, id)
      return [
        listOpenTransfers(ledger).includes(id),
        hasOpenTransfers(ledger, profileId),
        hasOpenTransfers(ledger, 'another'),
      ]
    }
    for (const state of ['signed', 'mined', 'confirmed']) expect(openAs(state)).toEqual([true, true, false])
    for (const state of ['reverted', 'cancelled', 'superseded', 'final'])
      expect(openAs(state)).toEqual([false, false, false])
  })

  it('are reported as replaced if another transaction used their nonce', async () => {
    const { till, fixture, to } = await setUp()
    const before = await nonceOf(till)
    till.tamper.send = () => Promise.reject(new AppError('network-unreachable', 'No'))
    const { id } = await fixture.send(to)
    await useNonce(sandbox, till, before)
    await fixture.until(id, ({ state }) => state === 'superseded')
    expect(await heldBy(sandbox, 'harbour', 'usdc', to)).toBe(0n)
    expect(await refusal(fixture.offer(to).then((offer) => offer.problems[0]?.problem))).toBe('wallet-used-elsewhere')
  })

  it('count as this wallet’s own: their nonces stay reconciled, even if they go to the service', async () => {
    const { till, fixture } = await setUp()
    const { id } = await fixture.send(sandbox.treasury('harbour'))
    await fixture.until(id, ({ state }) => state === 'final')
    const chain = till.chain('harbour')
    const place = {
      profileId: till.service.profileId,
      chainInstance: await chain.instance(),
      address: till.address,
    }
    expect(await isReconciled({ ledger: till.ledger, chain, place })).toBe(true)
    // The next purchase takes the next nonce.
    expect((await till.delivered((await till.buy('harbour', 'usdc')).id)).status).toBe('delivered')
    expect(await nonceOf(till)).toBe(2)
  })
})
