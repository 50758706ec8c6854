import { parseEther, parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import { readUnsettled } from '../../engine/steps/step-repository.ts'
import { readPurchase } from '../purchase-repository.ts'
import { openTestSandbox, topup, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { expectNothing, stranger } from '../../../testing/purchases/nothing-stored.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

describe('confirming', () => {
  const refusals: [string, string, (till: TestTill, offer: QuoteView) => unknown][] = [
    ['when Till is locked', 'locked', (till) => (till.state.locked = true)],
    ['when paying is stopped', 'paying-stopped', (till) => (till.state.stopped = 'disk-error')],
    ['of an offer that grew too old', 'quote-expired', (till) => (till.clock.monotonicSkewMs = 60_001)],
    ['of an offer the machine slept over', 'quote-expired', (till) => (till.clock.skewMs = 60_001)],
    ['with another total than shown', 'quote-changed', (_, offer) => (offer.totalAmount = '5.07')],
    [
      'with another recipient than shown',
      'quote-changed',
      (_, offer) => offer.payment && (offer.payment.recipient = stranger),
    ],
    [
      'of another offer than the newest',
      'quote-expired',
      (till, offer) => till.purchases.quote(till.service, till.choice('harbour', 'usdc'), offer.purchaseId),
    ],
    [
      'when the token ran short',
      'insufficient-token',
      (till) =>
        sandbox.control('chains/harbour', { action: 'set-balance', address: till.address, token: 'USDC', amount: '5' }),
    ],
    [
      'when gas ran short',
      'insufficient-gas',
      (till) =>
        sandbox.control('chains/harbour', { action: 'set-balance', address: till.address, amount: '0.000000001' }),
    ],
    [
      'when too few requests are left',
      'service-budget-spent',
      (till) => till.service.budget.reserve('another', 98, 'registration'),
    ],
    ['when the simulation fails', 'simulation-failed', (till) => (till.tamper.simulate = async () => 'failed')],
    [
      'when the simulation moves more than shown',
      'quote-refused',
      (till) => (till.tamper.simulate = async () => [-9_000_000n, 0n]),
    ],
    [
      'when it cannot be simulated and nobody agreed',
      'quote-changed',
      (till) => (till.tamper.simulate = async () => null),
    ],
    [
      'when the network does not answer',
      'network-unreachable',
      (till) =>
        (till.tamper.nativeBalance = async () => {
          throw new AppError('network-unreachable', 'Away')
        }),
    ],
    [
      'of an offer that grew too old while the network answered',
      'quote-expired',
      (till) =>
        (till.tamper.simulate = (...args) => {
          till.clock.monotonicSkewMs = 60_001
          return till.chain('harbour').simulate(...args)
        }),
    ],
    [
      'when paying was stopped while the network answered',
      'paying-stopped',
      (till) =>
        (till.tamper.simulate = (...args) => {
          till.state.stopped = 'disk-error'
          return till.chain('harbour').simulate(...args)
        }),
    ],
    [
      'when it cannot be signed in the end',
      'network-unreachable',
      (till) =>
        (till.tamper.pendingNonce = async () => {
          throw new AppError('network-unreachable', 'Away')
        }),
    ],
    [
      'when the network was reset',
      'network-mismatch',
      (till) => (till.tamper.instance = async () => '913370101:0xother'),
    ],
  ]
  it.each(refusals)('is refused %s (%s), and stores nothing', async (_, code, spoil) => {
    const till = await sandbox.till()
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toEqual([])
    await spoil(till, offer)
    await expect(till.confirm(offer)).rejects.toMatchObject({ code })
    expect(till.service.budget.reserve('after', 97, 'registration') || code === 'service-budget-spent').toBe(true)
    await expectNothing(sandbox, till)
  })

  it.each(['0', '20999', '21000', '30000'])(
    'of a quote that asks for %s gas signs what the network needs',
    async (gas) => {
      const till = await sandbox.till()
      await sandbox.control('quotes', { transactionRequest: { gas, gasLimit: gas } })
      const { id } = await till.buy('harbour', 'usdc')
      const [signed] = readPurchase(till.ledger, id)?.steps[0]?.signed ?? []
      expect(parseTransaction(signed?.raw ?? '0x').gas).toBeGreaterThan(40_000n)
      expect(await till.delivered(id)).toMatchObject({ status: 'delivered' })
    },
  )

  it('needs no further consent once the owner accepted the terms ahead of it', async () => {
    const till = await sandbox.till()
    expect(await till.purchases.hasTerms(till.service)).toBe(false)
    till.purchases.acceptTerms(till.service)
    expect(await till.purchases.hasTerms(till.service)).toBe(true)
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.termsAccepted).toBe(true)
    const { id } = await till.confirm(offer, { acceptTerms: false })
    expect(await till.delivered(id)).toMatchObject({ status: 'delivered' })
  })

  it('is refused until the terms are accepted, which the service is asked about once', async () => {
    const till = await sandbox.till()
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.termsAccepted).toBe(false)
    await expect(till.confirm(offer, { acceptTerms: false })).rejects.toMatchObject({ code: 'terms-needed' })
    await expectNothing(sandbox, till)
    await till.confirm(offer)
    expect(await till.quote('harbour', 'usdc')).toMatchObject({ termsAccepted: true })
    const requests = (await sandbox.requests(till.address)).filter(({ operation }) => operation === 'getWallet')
    expect(requests).toHaveLength(1)
  })

  it('of a payment to another address than before needs consent', async () => {
    const till = await sandbox.till()
    await till.buy('harbour', 'usdc')
    await sandbox.control('quotes', { call: { kind: 'transfer', to: stranger } })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toEqual([{ problem: 'recipient-changed', blocking: false, detail: stranger }])
    await expect(till.confirm(offer)).rejects.toMatchObject({ details: { reason: 'recipient' } })
    expect(await till.confirm(offer, { acceptNewRecipient: true })).toMatchObject({ recipient: stranger })
    await sandbox.control('quotes', { call: { kind: 'transfer', to: stranger } })
    expect((await till.quote('harbour', 'usdc')).problems).toEqual([])
  })

  it('of a payment whose network fee is above the cap needs the password', async () => {
    const till = await sandbox.till({ profile: { feeCaps: { [sandbox.network('harbour').chainId]: '0.000000001' } } })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toEqual([{ problem: 'fee-high', blocking: false, detail: '0.000000001' }])
    await expect(till.confirm(offer)).rejects.toMatchObject({ details: { reason: 'fee' } })
    await expectNothing(sandbox, till)
    expect(await till.confirm(offer, { acceptFee: true })).toMatchObject({ status: 'paying' })
  })

  it('of a total far above the catalog’s price needs it typed, and one above three times the price is refused', async () => {
    const till = await sandbox.till()
    const quote = async (amount: string): Promise<QuoteView> => {
      const choice = till.choice('harbour', 'usdc')
      const listed = { symbol: 'USDC', amount }
      return till.purchases.quote(till.service, { ...choice, product: { ...choice.product, listed } }, null)
    }
    // The total is a little more than 5 USDC.
    const far = await quote('1.5')
    expect(far.problems).toEqual([{ problem: 'price-far-above', blocking: true, detail: '1.5' }])
    await expect(till.confirm(far, { typedTotal: far.totalAmount })).rejects.toMatchObject({ code: 'quote-refused' })
    const above = await quote('4')
    expect(above.problems).toEqual([{ problem: 'price-above', blocking: false, detail: '4' }])
    for (const typedTotal of [null, '', `${above.totalAmount}1`, `-${above.totalAmount}`, 'all']) {
      await expect(till.confirm(above, { typedTotal })).rejects.toMatchObject({
        code: 'quote-changed',
        details: { reason: 'price' },
      })
    }
    await expectNothing(sandbox, till)
    expect((await quote('4.5')).problems).toEqual([])
    expect(await till.confirm(above, { typedTotal: above.totalAmount })).toMatchObject({ status: 'paying' })
  })

  it('of a payment on a rollup shows the fee with its L1 part, and is refused if the coins do not cover that', async () => {
    const till = await sandbox.till()
    const plain = parseEther((await till.quote('harbour', 'usdc')).payment?.networkFeeAtMost ?? '0')
    const own = await till.chain('harbour').fees()
    till.tamper.fees = async () => own
    const l1Fee = parseEther('0.002')
    till.tamper.l1Fee = async () => l1Fee
    const offer = await till.quote('harbour', 'usdc')
    const fee = parseEther(offer.payment?.networkFeeAtMost ?? '0')
    expect(Number(fee - plain)).toBeGreaterThan(Number(l1Fee) / 2)
    till.tamper.nativeBalance = async () => fee - l1Fee
    const poor = await till.quote('harbour', 'usdc')
    expect(poor.problems).toEqual([{ problem: 'insufficient-gas', blocking: true, detail: '0.002' }])
    await expect(till.confirm(offer)).rejects.toMatchObject({
      code: 'insufficient-gas',
      details: { amount: '0.002', symbol: 'ETH' },
    })
    await expectNothing(sandbox, till)
    till.tamper.nativeBalance = async () => fee
    const { id } = await till.confirm(offer)
    const { native } = readUnsettled(till.ledger, await till.chain('harbour').instance(), till.address)
    expect(native).toBe(fee)
    await till.delivered(id)
  })

  it('of a payment that no node can simulate needs consent', async () => {
    const till = await sandbox.till()
    till.tamper.simulate = async () => null
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toEqual([{ problem: 'not-simulated', blocking: false, detail: null }])
    expect(offer.payment).toMatchObject({ simulated: false, balanceChanges: [] })
    await expect(till.confirm(offer)).rejects.toMatchObject({ details: { reason: 'not-tried' } })
    expect(await till.confirm(offer, { acceptNotSimulated: true })).toMatchObject({ status: 'paying' })
  })

  it('is refused after the offer’s service was edited', async () => {
    const till = await sandbox.till()
    const offer = await till.quote('harbour', 'usdc')
    const [{ service }, known] = [till.context, till.service]
    Object.assign(till.context, { service: () => ({ ...known, profile: { ...known.profile } }) })
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-expired' })
    Object.assign(till.context, { service })
    expect(await till.confirm(offer)).toMatchObject({ sku: topup })
  })

  it.each(['harbour', 'meadow'] as const)('on %s stores nothing if other bytes were signed', async (network) => {
    const till = await sandbox.till()
    const offer = await till.quote(network, 'usdc')
    const sign = till.account.signTransaction.bind(till.account)
    vi.spyOn(till.account, 'signTransaction').mockImplementation((transaction) =>
      sign({ ...transaction, value: 1n } as never),
    )
    const refused = { code: 'quote-refused', details: { reason: 'signature' } }
    await expect(till.confirm(offer)).rejects.toMatchObject(refused)
    await expectNothing(sandbox, till)
  })

  it('stores nothing if the wallet is locked while it signs', async () => {
    const till = await sandbox.till()
    const offer = await till.quote('meadow', 'usdc')
    const { sign } = till.context.wallet
    let signed = 0
    Object.assign(till.context.wallet, {
      sign: (task: Parameters<typeof sign>[0]) => {
        if (++signed === 2) till.state.locked = true
        return sign(task)
      },
    })
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'locked' })
    await expectNothing(sandbox, till)
  })
})
