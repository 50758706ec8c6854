import { getAddress, parseEther, parseTransaction, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { QuoteView } from '../../shared/views.ts'
import { readUnsettled } from '../engine/step-repository.ts'
import { readPurchase } from './purchase-repository.ts'
import { openTown, otherTopup, topup, type TestTill, type TestHouse } from './test-context.ts'
import { type NetworkKey } from './test-town.ts'

let town: TestHouse
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town?.stop())
afterEach(() => town.reset())

const stranger = getAddress(`0x${'7'.repeat(40)}`)

/** Nothing was stored, signed or paid, and no request was set aside. */
async function expectNothing(till: TestTill): Promise<void> {
  expect(till.purchases.list({ text: '', status: null, offset: 0, limit: 10 }).total).toBe(0)
  expect(till.ledger.prepare('SELECT count(*) AS count FROM steps').get()).toEqual({ count: 0 })
  expect((await town.witness(till.address)).payments).toEqual([])
}

describe('an offer that lies', () => {
  let till: TestTill
  beforeAll(async () => {
    till = await town.till()
  })
  const pay = (till: TestTill, network: NetworkKey = 'harbour'): string =>
    town.network(network).tokens[0]?.address ?? till.address

  const lies: [string, NetworkKey, string, (till: TestTill) => Record<string, unknown>][] = [
    ['another chain', 'harbour', 'wrong-chain', () => ({ transactionRequest: { chainId: 1 } })],
    [
      'the payer as recipient',
      'harbour',
      'bad-recipient',
      ({ address }) => ({ call: { kind: 'transfer', to: address } }),
    ],
    ['the token as recipient', 'harbour', 'bad-recipient', (t) => ({ call: { kind: 'transfer', to: pay(t) } })],
    ['nobody as recipient', 'harbour', 'bad-recipient', () => ({ call: { kind: 'transfer', to: zeroAddress } })],
    ['another amount', 'harbour', 'wrong-amount', () => ({ call: { kind: 'transfer', units: '5075001' } })],
    ['another total', 'harbour', 'wrong-amount', () => ({ quote: { totalAmount: '1' } })],
    [
      'a total of nothing',
      'harbour',
      'wrong-amount',
      () => ({ quote: { totalAmount: '0' }, call: { kind: 'transfer', units: '0' } }),
    ],
    ['native coins beside', 'harbour', 'wrong-value', () => ({ transactionRequest: { value: '0x1' } })],
    ['an approval without limit', 'harbour', 'unknown-call', () => ({ call: { kind: 'approve', spender: stranger } })],
    ['an approval without limit', 'meadow', 'unknown-call', () => ({ call: { kind: 'approve', spender: stranger } })],
    ['a call nobody knows', 'harbour', 'unknown-call', () => ({ transactionRequest: { data: '0x12345678' } })],
    ['a call of a contract nobody named', 'meadow', 'unknown-call', () => ({ transactionRequest: { to: stranger } })],
    [
      'another token',
      'harbour',
      'wrong-token',
      (t) => ({ transactionRequest: { to: town.network('harbour').tokens[1]?.address ?? t.address } }),
    ],
    [
      'a fee without measure',
      'harbour',
      'fee-too-high',
      () => ({ transactionRequest: { maxFeePerGas: '0xffffffffffffff' } }),
    ],
    [
      'gas without measure',
      'harbour',
      'gas-too-high',
      () => ({ transactionRequest: { gas: '3000000', gasLimit: '3000000' } }),
    ],
    ['two limits of gas', 'harbour', 'gas-contradiction', () => ({ transactionRequest: { gas: '70000' } })],
    ['another product', 'harbour', 'wrong-product', () => ({ quote: { sku: otherTopup } })],
    ['another currency', 'harbour', 'wrong-fiat', () => ({ quote: { fiatCurrency: 'EUR' } })],
    ['another price in it', 'harbour', 'wrong-fiat', () => ({ quote: { fiatAmount: '50.00' } })],
    ['another coin', 'harbour', 'wrong-coin', () => ({ quote: { digitalAsset: 'DAI' } })],
  ]
  it.each(lies)('with %s (%s) is refused: %s', async (_, network, detail, override) => {
    await town.control('quotes', override(till))
    const offer = await till.quote(network, 'usdc')
    expect(offer.problems).toContainEqual({ problem: 'request-refused', blocking: true, detail })
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused' })
    await expectNothing(till)
  })

  it.each([
    ['an address that is none', { to: '0x1234' }],
    ['a field nobody knows', { authorizationList: [] }],
    ['an access list', { accessList: [{ address: stranger, storageKeys: [] }] }],
    ['a nonce that is none', { nonce: 'next' }],
    ['a type that is none', { type: 'eip4844' }],
    ['a negative value', { value: '-1' }],
    ['data that is no hex', { data: '0xzz' }],
  ])('with %s is refused as malformed', async (_, transactionRequest) => {
    await town.control('quotes', { transactionRequest })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toMatchObject([{ problem: 'request-refused', blocking: true, detail: expect.any(String) }])
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused' })
    await expectNothing(till)
  })

  it('is refused where the node says that it takes gas without measure', async () => {
    till.tamper.estimateGas = () => Promise.resolve(3_000_000n)
    // The service says what the payment takes, the node what the approval before it does.
    const offer = await till.quote('meadow', 'usdc')
    delete till.tamper.estimateGas
    expect(offer.problems).toContainEqual({ problem: 'request-refused', blocking: true, detail: 'gas-too-high' })
    await expectNothing(till)
  })

  it('about the name of its token is refused, since the contract is asked', async () => {
    const honest = till.choice('harbour', 'usdc')
    await town.control('quotes', { quote: { digitalAsset: 'DAI' } })
    const { createQuote } = till.service.client
    const client = {
      ...till.service.client,
      createQuote: (input: Parameters<typeof createQuote>[0]) => createQuote({ ...input, token: honest.token }),
    }
    const choice = { ...honest, token: { ...honest.token, symbol: 'DAI' } }
    const offer = await till.purchases.quote({ ...till.service, client }, choice, null)
    expect(offer.problems).toEqual([{ problem: 'request-refused', blocking: true, detail: 'wrong-token' }])
  })

  it('about decimals and amount at once is refused, since the contract is asked', async () => {
    const honest = till.choice('harbour', 'usdc')
    await town.control('quotes', { quote: { totalAmount: '0.05075' }, call: { kind: 'transfer', units: '5075000' } })
    const offer = await till.purchases.quote(till.service, { ...honest, token: { ...honest.token, decimals: 8 } }, null)
    expect(offer.problems).toContainEqual({ problem: 'request-refused', blocking: true, detail: 'wrong-token' })
  })

  it('that sells the native coin under another name is refused', async () => {
    const honest = till.choice('harbour', 'dai')
    const token = { ...honest.token, address: zeroAddress }
    await town.control('quotes', { transactionRequest: { to: stranger, data: '0x', value: '5075000000000000000' } })
    const offer = await till.purchases.quote(till.service, { ...honest, token }, null)
    expect(offer.problems).toContainEqual({ problem: 'request-refused', blocking: true, detail: 'native-coin' })
    expect(offer.payment).toBeNull()
  })

  it.each([
    ['the network’s own coin a dollar too', { symbol: 'USDC' }, 'USDC'],
    ['19 decimals of the native coin', { symbol: 'ETH', decimals: 19 }, 'ETH'],
  ])('that calls %s is refused', async (_, named, nativeSymbol) => {
    const honest = till.choice('harbour', 'usdc')
    const choice = {
      ...honest,
      network: { ...honest.network, nativeSymbol },
      token: { ...honest.token, address: zeroAddress, decimals: 18, ...named },
    }
    const units = named.symbol === 'USDC' ? '5075000000000000000' : '50750000000000000000'
    await town.control('quotes', {
      quote: { digitalAsset: named.symbol },
      transactionRequest: { to: stranger, data: '0x', value: units },
    })
    const { createQuote } = till.service.client
    const client = {
      ...till.service.client,
      createQuote: (input: Parameters<typeof createQuote>[0]) => createQuote({ ...input, token: honest.token }),
    }
    const offer = await till.purchases.quote({ ...till.service, client }, choice, null)
    expect(offer.problems).toEqual([{ problem: 'request-refused', blocking: true, detail: 'native-coin' }])
    expect(offer.payment).toBeNull()
  })

  it('without a transactionRequest is refused', async () => {
    await town.fault({ operation: 'createQuote', kind: 'missing-fields', fields: ['transactionRequest'] })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toContainEqual({ problem: 'request-refused', blocking: true, detail: 'malformed' })
  })
})

describe('an offer that can not be paid', () => {
  it('in a dialect that names only the price says so', async () => {
    const till = await town.till({ profile: { quoteDialect: 'alternate' }, funded: false })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer).toMatchObject({ payment: null, problems: [{ problem: 'price-only', blocking: true }] })
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused' })
  })

  it('without a wallet, coins, network, requests or leave says each', async () => {
    const till = await town.till({ funded: false, profile: { requestsPerHour: 20 } })
    const problems = async (): Promise<string[]> =>
      (await till.quote('harbour', 'usdc')).problems.map(({ problem, blocking }) => `${problem} ${blocking}`)
    expect(await problems()).toEqual(['insufficient-token true', 'insufficient-gas true'])
    till.tamper.fees = async () => Promise.reject(new AppError('network-unreachable', 'Away'))
    expect(await problems()).toEqual(['balance-unknown true'])
    delete till.tamper.fees
    till.state.stopped = 'ledger-unsafe'
    expect((await problems()).at(-1)).toBe('paying-stopped true')
    till.state.stopped = null
    const { wallet } = till.context
    Object.assign(till.context, { wallet: { ...wallet, address: () => null } })
    expect(await problems()).toEqual(['request-refused true'])
    Object.assign(till.context, { wallet })
    for (let left = till.service.budget.view().left; left > 1; left--) till.service.budget.take('registration')
    expect((await problems()).at(-1)).toBe('budget-short true')
  })

  it('below or above the token’s bounds says so', async () => {
    const till = await town.till()
    const honest = till.choice('harbour', 'usdc')
    for (const bounds of [{ minAllowance: '5.2' }, { maxAllowance: '5' }]) {
      const choice = { ...honest, token: { ...honest.token, ...bounds } }
      const offer = await till.purchases.quote(till.service, choice, null)
      expect(offer.problems).toEqual([{ problem: 'allowance-bounds', blocking: true, detail: null }])
      await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused' })
    }
  })
})

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
        town.control('chains/harbour', { action: 'set-balance', address: till.address, token: 'USDC', amount: '5' }),
    ],
    [
      'when gas ran short',
      'insufficient-gas',
      (till) => town.control('chains/harbour', { action: 'set-balance', address: till.address, amount: '0.000000001' }),
    ],
    [
      'when too few requests are left',
      'service-budget-spent',
      (till) => till.service.budget.reserve('another', 98, 'registration'),
    ],
    ['when trying it out fails', 'simulation-failed', (till) => (till.tamper.simulate = async () => 'failed')],
    [
      'when trying it out moves more than shown',
      'quote-refused',
      (till) => (till.tamper.simulate = async () => [-9_000_000n, 0n]),
    ],
    [
      'when it can not be tried out and nobody agreed',
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
        (till.tamper.simulate = (...asked) => {
          till.clock.monotonicSkewMs = 60_001
          return till.chain('harbour').simulate(...asked)
        }),
    ],
    [
      'when paying was stopped while the network answered',
      'paying-stopped',
      (till) =>
        (till.tamper.simulate = (...asked) => {
          till.state.stopped = 'disk-error'
          return till.chain('harbour').simulate(...asked)
        }),
    ],
    [
      'when it can not be signed in the end',
      'network-unreachable',
      (till) =>
        (till.tamper.pendingNonce = async () => {
          throw new AppError('network-unreachable', 'Away')
        }),
    ],
    [
      'when the network was set up anew',
      'network-mismatch',
      (till) => (till.tamper.instance = async () => '913370101:0xother'),
    ],
  ]
  it.each(refusals)('is refused %s (%s), and leaves nothing', async (_, code, spoil) => {
    const till = await town.till()
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toEqual([])
    await spoil(till, offer)
    await expect(till.confirm(offer)).rejects.toMatchObject({ code })
    expect(till.service.budget.reserve('after', 97, 'registration') || code === 'service-budget-spent').toBe(true)
    await expectNothing(till)
  })

  it.each(['0', '20999', '21000', '30000'])(
    'of a quote that asks for %s gas signs what the network needs',
    async (gas) => {
      const till = await town.till()
      await town.control('quotes', { transactionRequest: { gas, gasLimit: gas } })
      const { id } = await till.buy('harbour', 'usdc')
      const [signed] = readPurchase(till.ledger, id)?.steps[0]?.signed ?? []
      expect(parseTransaction(signed?.raw ?? '0x').gas).toBeGreaterThan(40_000n)
      expect(await till.delivered(id)).toMatchObject({ status: 'delivered' })
    },
  )

  it('is refused until the terms are accepted, which is asked of the service once and then remembered', async () => {
    const till = await town.till()
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.termsAccepted).toBe(false)
    await expect(till.confirm(offer, { acceptTerms: false })).rejects.toMatchObject({ code: 'terms-needed' })
    await expectNothing(till)
    await till.confirm(offer)
    expect(await till.quote('harbour', 'usdc')).toMatchObject({ termsAccepted: true })
    const asked = (await town.requests(till.address)).filter(({ operation }) => operation === 'getWallet')
    expect(asked).toHaveLength(1)
  })

  it('of a payment to another address than before needs a word about it', async () => {
    const till = await town.till()
    await till.buy('harbour', 'usdc')
    await town.control('quotes', { call: { kind: 'transfer', to: stranger } })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toEqual([{ problem: 'recipient-changed', blocking: false, detail: stranger }])
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-changed' })
    expect(await till.confirm(offer, { acceptNewRecipient: true })).toMatchObject({ recipient: stranger })
    await town.control('quotes', { call: { kind: 'transfer', to: stranger } })
    expect((await till.quote('harbour', 'usdc')).problems).toEqual([])
  })

  it('of a payment whose network fee is above the cap needs the password', async () => {
    const till = await town.till({ profile: { feeCaps: { [town.network('harbour').chainId]: '0.000000001' } } })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toEqual([{ problem: 'fee-high', blocking: false, detail: '0.000000001' }])
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-changed' })
    await expectNothing(till)
    expect(await till.confirm(offer, { acceptFee: true })).toMatchObject({ status: 'paying' })
  })

  it('of a total far above the catalog’s price needs it typed, and of more than three times it is refused', async () => {
    const till = await town.till()
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
        ...{ code: 'quote-changed', details: { reason: 'price' } },
      })
    }
    await expectNothing(till)
    expect((await quote('4.5')).problems).toEqual([])
    expect(await till.confirm(above, { typedTotal: above.totalAmount })).toMatchObject({ status: 'paying' })
  })

  it('of a payment on a rollup is told the fee with its L1 part, and refused where the coins lack for that', async () => {
    const till = await town.till()
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
      ...{ code: 'insufficient-gas', details: { amount: '0.002', symbol: 'ETH' } },
    })
    await expectNothing(till)
    till.tamper.nativeBalance = async () => fee
    const { id } = await till.confirm(offer)
    const { native } = readUnsettled(till.ledger, await till.chain('harbour').instance(), till.address)
    expect(native).toBe(fee)
    await till.delivered(id)
  })

  it('of a payment that no node can try out needs a word about it', async () => {
    const till = await town.till()
    till.tamper.simulate = async () => null
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toEqual([{ problem: 'not-simulated', blocking: false, detail: null }])
    expect(offer.payment).toMatchObject({ simulated: false, balanceChanges: [] })
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-changed' })
    expect(await till.confirm(offer, { acceptNotSimulated: true })).toMatchObject({ status: 'paying' })
  })

  it('counts what unsettled payments may still take, of the token and for fees', async () => {
    const till = await town.till()
    await town.control('chains/harbour', { action: 'pause-mining' })
    await till.buy('harbour', 'usdc')
    await town.control('chains/harbour', { action: 'resume-mining' })
    const one = await till.quote('harbour', 'usdc')
    till.tamper.tokenBalance = async () => 9_000_000n
    await expect(till.confirm(one)).rejects.toMatchObject({ code: 'insufficient-token' })
    expect((await till.quote('harbour', 'usdc')).problems).toMatchObject([{ problem: 'insufficient-token' }])
    delete till.tamper.tokenBalance
    const fee = BigInt(Math.round(Number(one.payment?.networkFeeAtMost) * 1e18))
    till.tamper.nativeBalance = async () => (fee * 3n) / 2n
    await expect(till.confirm(one)).rejects.toMatchObject({ code: 'insufficient-gas' })
  })

  it('of a router payment waits until the one before is mined', async () => {
    const till = await town.till()
    const [first, second] = [await till.quote('meadow', 'usdc'), await till.quote('meadow', 'usdc', otherTopup)]
    await town.control('chains/meadow', { action: 'pause-mining' })
    const { id } = await till.confirm(first)
    await expect(till.confirm(second)).rejects.toMatchObject({ code: 'purchase-in-progress' })
    // Another token goes through another allowance.
    const other = await till.buy('meadow', 'dai')
    await town.control('chains/meadow', { action: 'resume-mining' })
    await till.until(id, ({ steps }) => steps[1]?.state !== 'signed')
    const later = await till.confirm(second)
    await Promise.all([id, other.id, later.id].map((one) => till.delivered(one)))
    expect((await town.witness(till.address)).payments).toHaveLength(3)
  })

  it('twice at once makes one purchase', async () => {
    const till = await town.till()
    const offer = await till.quote('harbour', 'usdc')
    const [one, two, three] = await Promise.all([till.confirm(offer), till.confirm(offer), till.confirm(offer)])
    expect(new Set([one.id, two.id, three.id]).size).toBe(1)
    await till.ended(one.id)
    expect(await till.confirm(offer)).toMatchObject({ id: one.id, ended: true })
    expect((await town.witness(till.address)).payments).toHaveLength(1)
  })

  it('of a dozen at once gives each its own nonce, and all arrive', async () => {
    const till = await town.till({ profile: { requestsPerHour: 1000 } })
    const offers = await Promise.all(Array.from({ length: 12 }, () => till.quote('harbour', 'usdc')))
    const bought = await Promise.all(offers.map((offer) => till.confirm(offer)))
    const nonces = bought.flatMap(({ steps }) => steps.map(({ nonce }) => nonce))
    expect(nonces.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 12 }, (_, index) => index))
    for (const { id } of bought) await till.until(id, ({ status }) => status === 'delivered')
    const { payments, registrations } = await town.witness(till.address)
    expect([payments.length, registrations.length]).toEqual([12, 12])
    // Tracked together: far fewer readings than purchases.
    const reads = (await town.requests(till.address)).filter(({ operation }) => /^(list|get)Trans/.test(operation))
    expect(reads.length).toBeLessThanOrEqual(4)
  })

  it('after the service of the offer was edited is refused', async () => {
    const till = await town.till()
    const offer = await till.quote('harbour', 'usdc')
    const [{ service }, known] = [till.context, till.service]
    Object.assign(till.context, { service: () => ({ ...known, profile: { ...known.profile } }) })
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-expired' })
    Object.assign(till.context, { service })
    expect(await till.confirm(offer)).toMatchObject({ sku: topup })
  })

  it.each(['harbour', 'meadow'] as const)('on %s stores nothing where other bytes were signed', async (network) => {
    const till = await town.till()
    const offer = await till.quote(network, 'usdc')
    const sign = till.account.signTransaction.bind(till.account)
    vi.spyOn(till.account, 'signTransaction').mockImplementation((transaction) =>
      sign({ ...transaction, value: 1n } as never),
    )
    const refused = { code: 'quote-refused', details: { reason: 'signature' } }
    await expect(till.confirm(offer)).rejects.toMatchObject(refused)
    await expectNothing(till)
  })

  it('with a wallet that is locked while it signs stores nothing', async () => {
    const till = await town.till()
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
    await expectNothing(till)
  })
})
