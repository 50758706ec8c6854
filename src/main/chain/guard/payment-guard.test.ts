import fc from 'fast-check'
import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  parseAbi,
  parseAbiItem,
  zeroAddress,
  type AbiFunction,
  type Address,
  type Hex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { fromUnits } from '../../../shared/money.ts'
import type { PaymentRefusal } from '../../../shared/purchases/state.ts'
import { judgePayment, type PaymentChoice, type TransactionRequest } from './payment-guard.ts'

const routerCall = parseAbiItem('function pay(address token, uint256 amount, uint256 quoteId)') as AbiFunction
const address = fc
  .stringMatching(/^[0-9a-f]{40}$/)
  .filter((hex) => BigInt(`0x${hex}`) > 0n)
  .map((hex) => getAddress(`0x${hex}`))
const decimals = fc.integer({ min: 0, max: 18 })
const units = fc.bigInt({ min: 1n, max: 10n ** 24n })

const honest = fc
  .record({
    chainId: fc.integer({ min: 1, max: 2 ** 40 }),
    decimals,
    units,
    addresses: fc.uniqueArray(address, { minLength: 4, maxLength: 4 }),
    shape: fc.constantFrom('transfer', 'native', 'router'),
    quoteId: fc.bigInt({ min: 0n, max: 2n ** 64n }),
    gas: fc.option(fc.bigInt({ min: 21_000n, max: 2_000_000n })),
    maxFeePerGas: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    tipShare: fc.integer({ min: 0, max: 100 }),
  })
  .map((drawn) => {
    const [payer, token, treasury, router] = drawn.addresses as [Address, Address, Address, Address]
    const args = [token, drawn.units, drawn.quoteId]
    const call = {
      transfer: {
        to: token,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [treasury, drawn.units] }),
        value: 0n,
      },
      native: { to: treasury, data: '0x' as Hex, value: drawn.units },
      router: { to: router, data: encodeFunctionData({ abi: [routerCall], args }), value: 0n },
    }[drawn.shape]
    const request: TransactionRequest = {
      ...call,
      chainId: drawn.chainId,
      from: null,
      gasPrice: null,
      type: 2,
      gas: drawn.gas,
      gasLimit: drawn.gas,
      maxFeePerGas: drawn.maxFeePerGas,
      maxPriorityFeePerGas: (drawn.maxFeePerGas * BigInt(drawn.tipShare)) / 100n,
    }
    const choice: PaymentChoice = {
      chainId: drawn.chainId,
      payer,
      token: { address: drawn.shape === 'native' ? null : token, decimals: drawn.decimals },
      protocolContracts: [router],
      routerCalls: [routerCall],
      router: { names: { quoteId: String(drawn.quoteId), sku: 'OAK_US_5-I', reference: '' }, escrow: null },
      ceilings: { gas: 2_000_000n, maxFeePerGas: 10n ** 11n },
    }
    const recipient = drawn.shape === 'router' ? router : treasury
    return {
      request,
      choice,
      total: fromUnits(drawn.units, drawn.decimals),
      shape: drawn.shape,
      recipient,
      units: drawn.units,
    }
  })

type Case = typeof honest extends fc.Arbitrary<infer T> ? T : never

/** Tampered variants of an honest request, each with the refusals it may get. */
const tricks: Record<string, (one: Case, seed: bigint) => TransactionRequest | null> = {
  'another chain': ({ request }) => ({ ...request, chainId: request.chainId + 1 }),
  'another token or target': ({ request, shape }, seed) =>
    shape === 'native' ? null : { ...request, to: getAddress(`0x${(seed + 1n).toString(16).padStart(40, 'd')}`) },
  'a larger amount': (one, seed) => withAmount(one, one.units + seed + 1n),
  'a smaller amount': (one) => (one.units > 1n ? withAmount(one, one.units - 1n) : null),
  'extra native coins': ({ request }, seed) => ({ ...request, value: request.value + seed + 1n }),
  'extra bytes after the call': ({ request }) => ({ ...request, data: `${request.data}00` }),
  'bytes missing from the call': ({ request, shape }) =>
    shape === 'native' ? null : { ...request, data: request.data.slice(0, -2) },
  'dirty bytes in an address word': ({ request, shape }) =>
    shape === 'native' ? null : { ...request, data: `${request.data.slice(0, 10)}01${request.data.slice(12)}` },
  'an approval instead of a payment': ({ request, units: amount, recipient, shape }) =>
    shape === 'native'
      ? null
      : { ...request, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [recipient, amount] }) },
  'a transferFrom call': ({ request, choice, units: amount, recipient }) => ({
    ...request,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [choice.payer, recipient, amount] }),
  }),
  'an unknown selector': ({ request }, seed) => ({
    ...request,
    data: `0x${(seed % 0xffffn).toString(16).padStart(8, 'f')}${request.data.slice(10)}`,
  }),
  'contradicting gas': ({ request }) => ({ ...request, gas: 50_000n, gasLimit: 60_000n }),
  'gas over the ceiling': ({ request }) => ({ ...request, gas: 2_000_001n, gasLimit: null }),
  'a fee over the ceiling': ({ request }) => ({ ...request, maxFeePerGas: 10n ** 11n + 1n }),
  'a tip above the fee': ({ request }) => ({ ...request, maxPriorityFeePerGas: (request.maxFeePerGas ?? 0n) + 1n }),
  'an unknown type': ({ request }) => ({ ...request, type: 3 }),
  'a transfer to the payer': (one) =>
    one.shape === 'transfer'
      ? {
          ...one.request,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [one.choice.payer, one.units] }),
        }
      : null,
  'another quote’s id': ({ request, shape }, seed) =>
    shape === 'router' && seed > 0n
      ? {
          ...request,
          data: `${request.data.slice(0, -64)}${(BigInt(`0x${request.data.slice(-64)}`) + seed).toString(16).padStart(64, '0')}` as Hex,
        }
      : null,
  'an invalid address': ({ request }) => ({ ...request, to: `${request.to.slice(0, -1)}g` }),
}

function withAmount(one: Case, amount: bigint): TransactionRequest {
  const { request, shape } = one
  if (shape === 'native') return { ...request, value: amount }
  return { ...request, data: `${amountReplaced(request.data, amount)}` }
}

/** The amount is the second word of both known calls. */
function amountReplaced(data: string, amount: bigint): string {
  return data.slice(0, 10 + 64) + amount.toString(16).padStart(64, '0') + data.slice(10 + 128)
}

describe('the verdict on a request', () => {
  const [payer, token, treasury, router, otherAddress] = ['1', '2', '3', '4', '5'].map(
    (digit) => `0x${digit.repeat(40)}`,
  ) as [...[Address, Address, Address, Address, Address]]
  const otherCall = parseAbiItem('function settle(uint256 amount, address token)') as AbiFunction
  const choice: PaymentChoice = {
    chainId: 7,
    payer,
    token: { address: token, decimals: 6 },
    protocolContracts: [otherAddress, router],
    routerCalls: [otherCall, routerCall],
    ceilings: { gas: 2_000_000n, maxFeePerGas: 100n },
    router: { names: { quoteId: '9', sku: 'OAK_US_5-I', reference: '+525512345678' }, escrow: null },
  }
  const send = (to: Address, units: bigint): Hex =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
  const pay = (...args: [Address, bigint, bigint]): Hex => encodeFunctionData({ abi: [routerCall], args })
  const request: TransactionRequest = {
    chainId: 7,
    type: 2,
    from: null,
    to: token,
    data: send(treasury, 5_000_000n),
    value: 0n,
    gas: 60_000n,
    gasLimit: null,
    gasPrice: null,
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 100n,
  }
  const routed = { to: router, data: pay(token, 5_000_000n, 9n) }
  const judge = (changes: Partial<TransactionRequest>, chosen: Partial<PaymentChoice> = {}, total = '5') =>
    judgePayment({ ...request, ...changes }, total, { ...choice, ...chosen })

  it('contains all effects of a transfer, a router payment and a native payment', () => {
    const fees = { gas: 60_000n, maxFeePerGas: 100n, maxPriorityFeePerGas: 100n }
    const moved = { ...fees, token, amount: 5_000_000n, value: 0n, quoteIds: [], escrow: null }
    const transfer = { ...moved, shape: 'transfer', to: token, recipient: treasury, data: request.data }
    expect(judge({ data: request.data.toUpperCase().replace('0X', '0x') })).toEqual({ ok: true, effect: transfer })
    expect(judge(routed)).toEqual({
      ok: true,
      effect: { ...moved, shape: 'router', recipient: router, quoteIds: ['9'], ...routed },
    })
    const native = { address: null, decimals: 6 }
    expect(judge({ to: treasury, data: '0x', value: 5_000_000n }, { token: native })).toEqual({
      ok: true,
      effect: {
        ...fees,
        shape: 'native',
        to: treasury,
        recipient: treasury,
        token: null,
        amount: 5_000_000n,
        quoteIds: [],
        escrow: null,
        data: '0x',
        value: 5_000_000n,
      },
    })
  })

  it.each<[string, Partial<TransactionRequest>, bigint | null]>([
    ['gas alone', { gas: 2_000_000n }, 2_000_000n],
    ['only a gas limit', { gas: null, gasLimit: 50_000n }, 50_000n],
    ['both with the same value', { gas: 50_000n, gasLimit: 50_000n }, 50_000n],
    ['neither', { gas: null }, null],
  ])('keeps the request’s gas: %s', (_, changes, gas) => {
    expect(judge(changes)).toMatchObject({ ok: true, effect: { gas } })
  })

  it.each<[string, Partial<TransactionRequest>]>([
    ['no type', { type: null }],
    ['type 0', { type: 0, gasPrice: 100n, maxFeePerGas: null, maxPriorityFeePerGas: null }],
    ['no fees', { maxFeePerGas: null, maxPriorityFeePerGas: null }],
    ['only a tip, at the maximum', { maxFeePerGas: null }],
  ])('is positive for a request with %s', (_, changes) => expect(judge(changes)).toMatchObject({ ok: true }))

  it.each<[PaymentRefusal, string, Partial<TransactionRequest>]>([
    ['malformed', 'an invalid address', { to: '0x12' }],
    ['malformed', 'bytes with a prefix', { data: `x${request.data}` }],
    ['malformed', 'bytes with a suffix', { data: `${request.data}g` }],
    ['malformed', 'half a byte', { data: '0xa' }],
    ['wrong-chain', 'another chain', { chainId: 8 }],
    ['unknown-type', 'an unsupported type', { type: 1 }],
    ['wrong-sender', 'another sender', { from: treasury }],
    ['wrong-sender', 'an invalid sender', { from: 'me' }],
    ['gas-contradiction', 'two different gas limits', { gasLimit: 60_001n }],
    ['gas-too-high', 'too much gas', { gas: 2_000_001n }],
    ['fee-too-high', 'too high a fee', { maxFeePerGas: 101n }],
    ['fee-contradiction', 'a price below its tip', { gasPrice: 99n }],
    ['fee-contradiction', 'a tip above its fee', { maxFeePerGas: 99n }],
    ['fee-contradiction', 'a tip above any fee', { maxFeePerGas: null, maxPriorityFeePerGas: 101n }],
    ['fee-contradiction', 'type 0 and a maximum fee', { type: 0, maxPriorityFeePerGas: null }],
    ['fee-contradiction', 'type 0 and a tip', { type: 0, maxFeePerGas: null }],
    ['wrong-value', 'extra native coins', { value: 1n }],
    ['wrong-token', 'a transfer of another token', { to: otherAddress }],
    ['not-canonical', 'dirty bytes before the address', { data: request.data.replace('00000000', '00000001') }],
    ['not-canonical', 'too few bytes', { data: request.data.slice(0, -2) }],
    ['wrong-amount', 'another amount', { data: send(treasury, 4_999_999n) }],
    ['bad-recipient', 'a transfer to the zero address', { data: send(zeroAddress, 5_000_000n) }],
    ['bad-recipient', 'a transfer to the payer', { data: send(payer, 5_000_000n) }],
    ['bad-recipient', 'a transfer to the token', { data: send(token, 5_000_000n) }],
    ['unknown-call', 'an unknown router', { ...routed, to: treasury }],
    ['unknown-call', 'an unknown router function', { ...routed, data: `0x12345678${'0'.repeat(192)}` }],
    ['wrong-token', 'another token by router', { ...routed, data: pay(otherAddress, 5_000_000n, 9n) }],
    ['wrong-amount', 'another amount by router', { ...routed, data: pay(token, 5_000_001n, 9n) }],
    ['other-quote', 'another quote by router', { ...routed, data: pay(token, 5_000_000n, 10n) }],
    ['not-canonical', 'more bytes by router', { ...routed, data: `${routed.data}00` }],
    ['not-canonical', 'fewer bytes by router', { ...routed, data: routed.data.slice(0, -2) }],
  ])('is %s for %s', (reason, _, changes) => expect(judge(changes)).toEqual({ ok: false, reason }))

  it('is negative for data with a native payment, an empty amount, and more than a token can hold', () => {
    const native = { token: { address: null, decimals: 6 } }
    expect(judge({ to: treasury, data: '0x00', value: 5_000_000n }, native)).toEqual(refused('unknown-call'))
    expect(judge({ data: send(treasury, 0n) }, {}, '0')).toEqual(refused('wrong-amount'))
    expect(judge({}, {}, '5.0000001')).toEqual(refused('wrong-amount'))
  })

  it.each<[PaymentRefusal, string, string, unknown[]]>([
    ['wrong-token', 'has no parameters', 'function pay()', []],
    ['wrong-token', 'names a token as text', 'function pay(string token, uint256 amount)', ['USDC', 5_000_000n]],
    ['wrong-token', 'names a token as number', 'function pay(uint256 token, uint256 amount)', [1n, 5_000_000n]],
    ['wrong-amount', 'names no amount', 'function pay(address token)', [token]],
  ])('is %s for a known call that %s', (reason, _, signature, args) => {
    const call = parseAbi([signature])[0] as AbiFunction
    const data = encodeFunctionData({ abi: [call], args })
    expect(judge({ to: router, data }, { routerCalls: [call] })).toEqual(refused(reason))
  })
})

function refused(reason: PaymentRefusal): { ok: false; reason: PaymentRefusal } {
  return { ok: false, reason }
}

describe('payment guard', () => {
  const extras: [string, (one: Case) => Partial<TransactionRequest>, boolean][] = [
    ['its own sender', ({ choice }) => ({ from: choice.payer }), true],
    ['its own sender in lower case', ({ choice }) => ({ from: choice.payer.toLowerCase() }), true],
    ['another sender', ({ choice }) => ({ from: choice.protocolContracts[0] ?? '' }), false],
    ['a gas price equal to its maximum fee', ({ request }) => ({ gasPrice: request.maxFeePerGas }), true],
    ['only a gas price', () => ({ gasPrice: 5n, maxFeePerGas: null, maxPriorityFeePerGas: null }), true],
    ['a gas price above its maximum fee', ({ request }) => ({ gasPrice: (request.maxFeePerGas ?? 0n) + 1n }), false],
    ['a gas price below its tip', () => ({ gasPrice: 4n, maxFeePerGas: 9n, maxPriorityFeePerGas: 5n }), false],
    [
      'a gas price above the ceiling',
      ({ choice }) => ({
        gasPrice: choice.ceilings.maxFeePerGas + 1n,
        maxFeePerGas: null,
        maxPriorityFeePerGas: null,
      }),
      false,
    ],
    ['type 0 and fees of type 2', () => ({ type: 0 }), false],
    ['type 0 and a gas price', () => ({ type: 0, gasPrice: 5n, maxFeePerGas: null, maxPriorityFeePerGas: null }), true],
  ]
  it.each(extras)('of a request with %s', (_, change, isFine) => {
    fc.assert(
      fc.property(honest, (one) => {
        expect(judgePayment({ ...one.request, ...change(one) }, one.total, one.choice).ok).toBe(isFine)
      }),
      { numRuns: 100 },
    )
  })

  it('accepts every honest payment of the three shapes and decodes exactly what it does', () => {
    fc.assert(
      fc.property(honest, ({ request, choice, total, shape, recipient, units: amount }) => {
        const judged = judgePayment(request, total, choice)
        expect(judged).toMatchObject({ ok: true, effect: { shape, recipient, amount } })
      }),
      { numRuns: 2000 },
    )
  })

  for (const [name, trick] of Object.entries(tricks)) {
    it(`refuses ${name}, whatever else the request contains`, () => {
      fc.assert(
        fc.property(honest, fc.bigInt({ min: 0n, max: 10n ** 12n }), (one, seed) => {
          const request = trick(one, seed)
          if (request !== null) expect(judgePayment(request, one.total, one.choice).ok).toBe(false)
        }),
        { numRuns: 500 },
      )
    })
  }

  it('refuses a total that the token cannot represent', () => {
    fc.assert(
      fc.property(honest, ({ request, choice, total }) => {
        const finer = `${total.includes('.') ? total : `${total}.`}${'0'.repeat(choice.token.decimals)}1`
        expect(judgePayment(request, finer, choice)).toEqual({ ok: false, reason: 'wrong-amount' })
      }),
      { numRuns: 300 },
    )
  })
})
