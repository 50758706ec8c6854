import { encodeFunctionData, erc20Abi, parseAbiItem, type AbiFunction, type Address, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { profileSchema } from '../../../shared/services/profile.ts'
import { escrowFee, type EscrowBounds } from './escrow-call.ts'
import { findEscrowContracts } from './escrow-contracts.ts'
import { judgePayment, type PaymentChoice, type TransactionRequest } from './payment-guard.ts'

const [payer, token, router, vault, otherAddress] = ['1', '2', '3', '4', '5'].map(
  (digit) => `0x${digit.repeat(40)}`,
) as [...[Address, Address, Address, Address, Address]]
const usual = profileSchema.parse({ name: 'x', baseUrl: 'https://x.example', integrator: 'x' }).routerCalls
const calls = usual.map((signature) => parseAbiItem([signature]) as AbiFunction)
const names = { quoteId: '9', sku: 'OAK_US_5-I', reference: '+525512345678' }
const bounds: EscrowBounds = {
  amount: '10',
  serviceId: 7,
  contracts: [router, vault],
  typed: ['+525512345678', 'ana@example.org', 'M'],
}
const held = (changes: Partial<EscrowBounds>): Partial<PaymentChoice> => ({
  router: { names, escrow: { ...bounds, ...changes } },
})
const choice: PaymentChoice = {
  chainId: 7,
  payer,
  token: { address: token, decimals: 6 },
  protocolContracts: [router],
  routerCalls: calls,
  ceilings: { gas: 2_000_000n, maxFeePerGas: 100n },
  router: { names, escrow: bounds },
}
const honest = { payer, fiatAmount: 1000n, serviceRef: 'c0ffee-41', token, tokenAmount: 10_000_000n }
const pay = (changes: Partial<typeof honest> = {}, serviceId = 7n): Hex =>
  encodeFunctionData({ abi: calls, functionName: 'requestERC20Service', args: [serviceId, { ...honest, ...changes }] })
const judge = (data: Hex, changes: Partial<TransactionRequest> = {}, chosen: Partial<PaymentChoice> = {}) =>
  judgePayment(
    {
      chainId: 7,
      type: 2,
      from: null,
      to: router,
      data,
      value: 0n,
      gas: null,
      gasLimit: null,
      gasPrice: null,
      maxFeePerGas: null,
      maxPriorityFeePerGas: null,
      ...changes,
    },
    '10.15',
    { ...choice, ...chosen },
  )

describe('a payment into an escrow', () => {
  it('takes the whole total, and its call names everything but the fee', () => {
    expect(judge(pay())).toMatchObject({
      ok: true,
      effect: {
        shape: 'router',
        recipient: router,
        token,
        amount: 10_150_000n,
        quoteIds: [],
        escrow: { serviceId: 7n, units: 10_000_000n },
      },
    })
    expect(judge(pay({}, 99n), {}, held({ serviceId: null }))).toMatchObject({ ok: true })
    // A contract may add no fee.
    expect(judge(pay({ tokenAmount: 10_150_000n }), {}, held({ amount: '10.15' }))).toMatchObject({ ok: true })
    expect(judge(pay({ serviceRef: 'M-41' }))).toMatchObject({ ok: true })
    expect(judge(pay({ serviceRef: '345678' }))).toMatchObject({ ok: true })
  })

  it.each<[string, Hex]>([
    ['wrong-sender', pay({ payer: otherAddress })],
    ['wrong-token', pay({ token: otherAddress })],
    ['wrong-amount', pay({ tokenAmount: 10_150_000n })],
    ['wrong-amount', pay({ tokenAmount: 9_999_999n })],
    ['wrong-amount', pay({ tokenAmount: 0n })],
    ['malformed', pay({ fiatAmount: 0n })],
    ['other-product', pay({}, 8n)],
    ['no-reference', pay({ serviceRef: ' ' })],
    ['plain-reference', pay({ serviceRef: '+525512345678' })],
    ['plain-reference', pay({ serviceRef: 'top-up 52 55 1234 5678' })],
    ['plain-reference', pay({ serviceRef: 'ANA@example.org' })],
    ['plain-reference', pay({ serviceRef: 'm' })],
    ['plain-reference', pay({ serviceRef: '55 1234-5678' })],
    ['other-reference', pay({ serviceRef: '+525587654321' })],
    ['plain-reference', pay({ serviceRef: '2345678' })],
    ['not-canonical', `${pay()}00`],
    ['not-canonical', pay().slice(0, -2) as Hex],
    ['not-canonical', pay().slice(0, 10) as Hex],
  ])('is %s: %s', (reason, data) => expect(judge(data)).toEqual({ ok: false, reason }))

  it('is refused if it goes elsewhere, carries coins, exceeds the total, or no escrow is named', () => {
    expect(judge(pay(), { to: otherAddress })).toEqual({ ok: false, reason: 'unknown-call' })
    expect(judge(pay(), { value: 1n })).toEqual({ ok: false, reason: 'wrong-value' })
    const dearer = judge(pay({ tokenAmount: 11_000_000n }), {}, held({ amount: '11' }))
    expect(dearer).toEqual({ ok: false, reason: 'wrong-amount' })
    const nothing = judge(pay({ tokenAmount: 0n }), {}, held({ amount: '0' }))
    expect(nothing).toEqual({ ok: false, reason: 'wrong-amount' })
    expect(judge(pay(), {}, { router: { names, escrow: null } })).toEqual({ ok: false, reason: 'unknown-call' })
    expect(judge(pay(), {}, { router: null })).toEqual({ ok: false, reason: 'unknown-call' })
    expect(judge(pay(), {}, { routerCalls: calls.slice(0, 1) })).toEqual({ ok: false, reason: 'unknown-call' })
  })

  it('is decoded with its own ABI, not with a profile’s argument names', () => {
    const swapped =
      'function requestERC20Service(uint256 serviceID, (address token, uint256 fiatAmount, string serviceRef, address payer, uint256 tokenAmount) request)'
    const routerCalls = [parseAbiItem([swapped]) as AbiFunction]
    expect(judge(pay(), {}, { routerCalls })).toMatchObject({ ok: true })
    const crossed = pay({ payer: token, token: payer })
    expect(judge(crossed, {}, { routerCalls })).toEqual({ ok: false, reason: 'wrong-sender' })
  })

  it('cannot be a plain transfer to one of its contracts, which would lose the coins', () => {
    const send = (to: Address) =>
      judge(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 10_150_000n] }), { to: token })
    expect(send(vault)).toEqual({ ok: false, reason: 'bad-recipient' })
    expect(send(router)).toEqual({ ok: false, reason: 'bad-recipient' })
    expect(send(otherAddress)).toMatchObject({ ok: true })
    const native = { token: { address: null, decimals: 6 } }
    expect(judge('0x', { to: vault, value: 10_150_000n }, native)).toEqual({ ok: false, reason: 'bad-recipient' })
    expect(judge('0x', { to: otherAddress, value: 10_150_000n }, native)).toMatchObject({ ok: true })
  })
})

it.each([
  [10_000_000n, 150, 0, 150_000n],
  [10_000_001n, 150, 0, 150_001n],
  [10_000_001n, 150, 30, 180_002n],
  [1n, 1, 1, 2n],
  [5n, 0, 0, 0n],
])('the contract adds to %s at %i and %i: %s', (units, service, swap, fee) =>
  expect(escrowFee(units, service, swap)).toBe(fee),
)

describe('the contracts of an escrow', () => {
  it('are only the proxies, matched by name', () => {
    const named = { BandoRouter: otherAddress, BandoRouterProxy: router, ERC20TokenRegistryProxy: token }
    const all = [otherAddress, router, token]
    expect(findEscrowContracts(named)).toEqual({ router, registry: null, tokenRegistry: token, vault: null, all })
    expect(findEscrowContracts({ BandoRouter: otherAddress })).toMatchObject({ router: null })
    expect(findEscrowContracts({ BandoRouterProxy: 7 })).toMatchObject({ router: null, all: [] })
  })

  it('are absent if only other contracts are named', () => {
    expect(findEscrowContracts({ fulfillableRouterProxy: router, toString: router })).toBeNull()
    expect(findEscrowContracts({})).toBeNull()
  })
})
