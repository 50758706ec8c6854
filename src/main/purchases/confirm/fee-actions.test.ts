import {
  keccak256,
  numberToHex,
  parseEther,
  parseGwei,
  parseTransaction,
  type Hex,
  type TransactionSerializableEIP1559,
} from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { multiplyDecimals } from '../../../shared/money.ts'
import { openTestNode, type TestNode } from '../../../testing/chain/node.ts'
import { readUnsettled } from '../../engine/steps/step-repository.ts'
import { payStep } from '../purchase-record.ts'
import { readPurchase } from '../purchase-repository.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { pendingOf } from '../../../testing/purchases/sandbox-controls.ts'
import { soon } from '../../../testing/soon.ts'
import { refusal } from '../../../testing/refusal.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const harbour = (action: Readonly<Record<string, unknown>>): Promise<unknown> =>
  sandbox.control('chains/harbour', action)

/** A payment in the pool of a network that makes no blocks. */
async function waiting(...[options]: Parameters<TestSandbox['till']>): Promise<{ till: TestTill; id: string }> {
  const till = await sandbox.till(options)
  await harbour({ action: 'pause-mining' })
  await harbour({ action: 'mine', blocks: 3 })
  const { id } = await till.buy('harbour', 'usdc')
  await vi.waitUntil(async () => (await pendingOf(sandbox, till)) > 0, soon)
  return { till, id }
}

const PLAIN_GAS = 21_000n
const L1_GAS = 60_000n
/** A node of a network that charges its L1 fee in gas, as Arbitrum does: estimates include it, and less is refused. */
async function costlyNode(): Promise<{ node: TestNode; rpcUrls: string[] }> {
  const node = await openTestNode(sandbox.rpcUrl('harbour'))
  node.replace = (method, params) => {
    if (method === 'eth_estimateGas') return { result: numberToHex(PLAIN_GAS + L1_GAS) }
    if (method !== 'eth_sendRawTransaction') return null
    const isTooLittle = (parseTransaction(params[0] as Hex).gas ?? 0n) < PLAIN_GAS + L1_GAS
    return isTooLittle ? { error: { code: -32_000, message: 'intrinsic gas too low' } } : null
  }
  return { node, rpcUrls: [node.url] }
}

const signedOf = (till: TestTill, id: string) => {
  const record = readPurchase(till.ledger, id)
  if (record === null) throw new Error('No such purchase')
  return payStep(record).signed
}
const send = (serializedTransaction: Hex | undefined): Promise<unknown> =>
  sandbox.rpc('harbour').sendRawTransaction({ serializedTransaction: serializedTransaction ?? '0x' })

describe('a pending payment', () => {
  it('is sped up under its nonce and paid once', async () => {
    const { till, id } = await waiting()
    const offer = await till.purchases.offerFee(id, 'speed-up')
    const view = await till.purchases.confirmFee(id, offer.offerKey, false)
    expect(view).toMatchObject({ feeActions: ['speed-up', 'cancel'], feeChange: { action: 'speed-up' } })
    const [original, faster] = signedOf(till, id)
    expect([original?.purpose, faster?.purpose]).toEqual(['original', 'speed-up'])
    await vi.waitUntil(
      () =>
        sandbox
          .rpc('harbour')
          .getTransaction({ hash: faster?.hash ?? '0x' })
          .catch(() => false),
      soon,
    )
    await harbour({ action: 'resume-mining' })
    expect(await till.delivered(id)).toMatchObject({ steps: [{ hash: faster?.hash }] })
    expect((await sandbox.witness(till.address)).payments).toMatchObject([{ hash: faster?.hash }])
  })

  it('is never sped up to another recipient, whatever happened to its bytes in the ledger', async () => {
    const { till, id } = await waiting()
    const [{ raw } = expect.fail('Nothing was signed')] = signedOf(till, id)
    const { data = '0x', r: _r, s: _s, yParity: _y, ...rest } = parseTransaction(raw)
    const elsewhere = await till.account.signTransaction({
      ...(rest as TransactionSerializableEIP1559),
      data: data.replace(data.slice(34, 74), '9'.repeat(40)) as Hex,
    })
    const store = till.ledger.prepare('UPDATE signed_transactions SET raw = ?, hash = ?')
    store.run(elsewhere, keccak256(elsewhere))
    const { offerKey } = await till.purchases.offerFee(id, 'speed-up')
    expect(await refusal(till.purchases.confirmFee(id, offerKey, false))).toEqual(['quote-refused', undefined])
    expect(signedOf(till, id)).toHaveLength(1)
  })

  it('through a contract is not sped up with bytes that were damaged in the ledger', async () => {
    const till = await sandbox.till()
    await sandbox.control('chains/meadow', { action: 'pause-mining' })
    const { id } = await till.buy('meadow', 'usdc')
    const [{ raw } = expect.fail('Nothing was signed')] = signedOf(till, id)
    const { data = '0x' } = parseTransaction(raw)
    const damaged = data.slice(0, -1) + (data.endsWith('0') ? '1' : '0')
    till.ledger
      .prepare('UPDATE signed_transactions SET raw = ? WHERE raw = ?')
      .run(raw.replace(data.slice(2), damaged.slice(2)), raw)
    expect(await refusal(till.purchases.offerFee(id, 'speed-up'))).toEqual(['quote-refused', 'signature'])
    await sandbox.control('chains/meadow', { action: 'resume-mining' })
  })

  it('is cancelled, and counts as not paid once that is final', async () => {
    const { till, id } = await waiting()
    const offer = await till.purchases.offerFee(id, 'cancel')
    const view = await till.purchases.confirmFee(id, offer.offerKey, false)
    expect(view).toMatchObject({ status: 'paying', feeActions: ['cancel'], feeChange: { action: 'cancel' } })
    const cancel = signedOf(till, id).at(-1)
    await vi.waitUntil(
      () =>
        sandbox
          .rpc('harbour')
          .getTransaction({ hash: cancel?.hash ?? '0x' })
          .catch(() => false),
      soon,
    )
    await harbour({ action: 'resume-mining' })
    expect(await till.untilSettled(id)).toMatchObject({ status: 'not-paid', steps: [{ state: 'cancelled' }] })
    expect((await sandbox.witness(till.address)).payments).toEqual([])
  })

  it.each(['speed-up', 'cancel'] as const)(
    'under the cap needs the password for a %s above it, every time',
    async (action) => {
      const { till, id } = await waiting({ profile: { feeCaps: { [sandbox.network('harbour').chainId]: '0.001' } } })
      expect(await till.purchases.offerFee(id, action)).toMatchObject({ exceededCap: null })
      const own = await till.chain('harbour').fees()
      till.tamper.fees = async () => ({ ...own, maxFeePerGas: parseGwei('60') })
      for (const signed of [2, 3]) {
        const { offerKey, exceededCap } = await till.purchases.offerFee(id, action)
        expect(exceededCap).toBe('0.001')
        expect(await refusal(till.purchases.confirmFee(id, offerKey, false))).toEqual(['quote-changed', 'fee'])
        expect(signedOf(till, id)).toHaveLength(signed - 1)
        await till.purchases.confirmFee(id, offerKey, true)
        expect(signedOf(till, id)).toHaveLength(signed)
      }
    },
  )

  it.each(['speed-up', 'cancel'] as const)(
    'gets no %s from coins that another payment may still take',
    async (action) => {
      const { till, id } = await waiting()
      await till.buy('harbour', 'usdc')
      const offer = await till.purchases.offerFee(id, action)
      const unsettled = readUnsettled(till.ledger, await till.chain('harbour').instance(), till.address, id).native
      const cost = parseEther(offer.networkFeeAtMost)
      expect(offer.networkFeeInDollars).toBe(multiplyDecimals(offer.networkFeeAtMost, '3000'))
      till.tamper.nativeBalance = async () => cost + unsettled
      expect(unsettled).toBeGreaterThan(0n)
      await expect(till.purchases.offerFee(id, action)).resolves.toMatchObject({ action })
      till.tamper.nativeBalance = async () => cost + unsettled - 1n
      await expect(till.purchases.offerFee(id, action)).rejects.toMatchObject({
        code: 'insufficient-gas',
        details: { amount: '0.000000000000000001', symbol: 'ETH' },
      })
    },
  )

  it('is cancelled even on a network where no transaction costs 21,000 gas', async () => {
    const { till, id } = await waiting()
    const { node, rpcUrls } = await costlyNode()
    const { chain } = till.context
    Object.assign(till.context, {
      chain: (...[network, profile]: Parameters<typeof chain>) => chain({ ...network, rpcUrls }, profile),
    })
    await till.purchases.confirmFee(id, (await till.purchases.offerFee(id, 'cancel')).offerKey, false)
    const cancel = signedOf(till, id).at(-1)
    expect(parseTransaction(cancel?.raw ?? '0x').gas).toBeGreaterThan(PLAIN_GAS + L1_GAS)
    await vi.waitUntil(
      () =>
        sandbox
          .rpc('harbour')
          .getTransaction({ hash: cancel?.hash ?? '0x' })
          .catch(() => false),
      soon,
    )
    await harbour({ action: 'resume-mining' })
    expect(await till.untilSettled(id)).toMatchObject({ status: 'not-paid', steps: [{ state: 'cancelled' }] })
    await node.stop()
  })

  it('is not touched while Till is locked, paying is stopped, the offer is old or the payment has changed', async () => {
    const { till, id } = await waiting()
    const { offerKey } = await till.purchases.offerFee(id, 'speed-up')
    const confirm = (): Promise<unknown> => refusal(till.purchases.confirmFee(id, offerKey, false))
    till.state.locked = true
    expect(await confirm()).toEqual(['locked', undefined])
    till.state.locked = false
    till.state.stopped = 'ledger-unsafe'
    expect(await confirm()).toEqual(['paying-stopped', undefined])
    till.state.stopped = null
    till.clock.monotonicSkewMs = 61_000
    expect(await confirm()).toEqual(['quote-expired', 'fee'])
    till.clock.monotonicSkewMs = 0
    await harbour({ action: 'resume-mining' })
    await till.until(id, ({ steps }) => steps[0]?.state !== 'signed')
    expect(await confirm()).toEqual(['not-allowed', 'outdated'])
    expect(await refusal(till.purchases.offerFee(id, 'cancel'))).toEqual(['not-allowed', 'outdated'])
    expect(signedOf(till, id)).toHaveLength(1)
  })

  it('that is mined while its faster bytes are signed keeps only its own', async () => {
    const { till, id } = await waiting()
    const { offerKey } = await till.purchases.offerFee(id, 'speed-up')
    const sign = till.account.signTransaction
    vi.spyOn(till.account, 'signTransaction').mockImplementationOnce(async (transaction) => {
      const raw = await sign(transaction)
      await harbour({ action: 'resume-mining' })
      await till.until(id, ({ steps }) => steps[0]?.state !== 'signed')
      return raw
    })
    expect(await refusal(till.purchases.confirmFee(id, offerKey, false))).toEqual(['not-allowed', 'outdated'])
    expect(signedOf(till, id)).toHaveLength(1)
  })
})

describe('a payment registered under one hash', () => {
  it('asks the person if another of its transactions was mined instead', async () => {
    const till = await sandbox.till()
    till.tamper.send = async () => null
    till.state.registrationsHeld = true
    await harbour({ action: 'pause-mining' })
    await harbour({ action: 'mine', blocks: 3 })
    const { id } = await till.buy('harbour', 'usdc')
    await till.purchases.confirmFee(id, (await till.purchases.offerFee(id, 'speed-up')).offerKey, false)
    const [original, faster] = signedOf(till, id)
    await send(original?.raw)
    await harbour({ action: 'mine', blocks: 2 })
    await till.until(id, ({ registration }) => registration.state === 'prepared')
    expect(till.view(id).attention).toBeNull()
    await harbour({ action: 'reorg', depth: 2 })
    await send(faster?.raw)
    await harbour({ action: 'mine', blocks: 2 })
    const view = await till.until(id, ({ attention }) => attention !== null)
    expect(view).toMatchObject({ status: 'needs-you', attention: 'other-payment-mined' })
    expect(view.steps[0]?.hash).toBe(faster?.hash)
    await harbour({ action: 'resume-mining' })
  })
})
