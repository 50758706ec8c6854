import { encodeFunctionData, parseAbiItem, type AbiFunction, type Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { ESCROW_CALL } from '../../../shared/services/profile.ts'
import { readRouterCall } from './router-call.ts'

const token: Address = `0x${'2'.repeat(40)}`
const otherAddress: Address = `0x${'5'.repeat(40)}`
const names = { quoteId: '41', sku: 'OAK_US_5-I', reference: '+525512345678' }

function read(signature: string, args: readonly unknown[]) {
  const call = parseAbiItem([signature]) as AbiFunction
  const paying = { payer: otherAddress, token: { address: token, decimals: 6 } }
  const bounds = { names, escrow: null }
  return readRouterCall(encodeFunctionData({ abi: [call], args }), paying, [call], bounds)
}
const fine = (quoteIds: readonly string[] = []) => ({ ok: true, amount: 5n, quoteIds, escrow: null })
const refused = (reason: string) => ({ ok: false, reason })

describe('a router call', () => {
  it.each([
    ['function pay(address token, uint256 amount, uint256 quoteId)', [token, 5n, 41n], ['41']],
    ['function pay(address token, uint256 amount, uint32 quote)', [token, 5n, 41], ['41']],
    ['function pay(address token, uint256 amount, string quote_id)', [token, 5n, '41'], ['41']],
    [
      'function pay(address token, uint256 amount, (string sku, uint64 quoteId) o)',
      [token, 5n, { sku: 'OAK_US_5-I', quoteId: 41n }],
      ['41'],
    ],
    ['function pay(address token, uint256 amount, (uint256, uint256 quoteId) o)', [token, 5n, [1n, 41n]], ['41']],
  ])('that matches the purchase is accepted: %s', (signature, args, ids) => {
    expect(read(signature, args)).toEqual(fine(ids))
  })

  it.each([
    ['other-quote', 'function pay(address token, uint256 amount, uint256 quoteId)', [token, 5n, 42n]],
    [
      'other-quote',
      'function pay(address token, uint256 amount, (uint256 a, uint256 quoteId) o)',
      [token, 5n, { a: 41n, quoteId: 42n }],
    ],
    ['other-quote', 'function pay(address token, uint256 amount, uint256[] quoteId)', [token, 5n, [41n]]],
    ['other-quote', 'function pay(address token, uint256 amount, bytes quoteId)', [token, 5n, '0x']],
    ['other-product', 'function pay(address token, uint256 amount, string sku)', [token, 5n, 'OAK_US_50-I']],
    [
      'other-reference',
      'function pay(address token, uint256 amount, string deliveryReference)',
      [token, 5n, '+52 55 8765 4321'],
    ],
    [
      'wrong-token',
      'function pay(address token, uint256 amount, (address token) o)',
      [token, 5n, { token: otherAddress }],
    ],
    [
      'wrong-amount',
      'function pay((address token, uint256 amount)[] parts)',
      [
        [
          { token, amount: 5n },
          { token, amount: 5n },
        ],
      ],
    ],
    ['wrong-amount', 'function pay(address token, uint256 amount, (uint256 amount) o)', [token, 5n, { amount: 6n }]],
  ])('is %s: %s', (reason, signature, args) => expect(read(signature, args)).toEqual(refused(reason)))
})

describe('a call into an escrow', () => {
  const call = parseAbiItem([ESCROW_CALL])
  const request = { payer: otherAddress, fiatAmount: 500n, serviceRef: 'c0ffee-41', token, tokenAmount: 5n }
  const data = encodeFunctionData({ abi: [call], functionName: call.name, args: [7n, request] })
  const paying = { payer: otherAddress, token: { address: token, decimals: 6 } }
  const escrow = { amount: '0.000005', serviceId: 7, typed: [], contracts: [] }

  it('names neither its fee nor a quote', () => {
    const paid = { ok: true, amount: null, quoteIds: [], escrow: { serviceId: 7n, units: 5n } }
    expect(readRouterCall(data, paying, [call], { names, escrow })).toEqual(paid)
  })

  it('is known only if the network has an escrow and the profile names the call', () => {
    expect(readRouterCall(data, paying, [call], { names, escrow: null })).toEqual(refused('unknown-call'))
    expect(readRouterCall(data, paying, [], { names, escrow })).toEqual(refused('unknown-call'))
  })

  it('is refused for reasons of its own', () => {
    const other = { names, escrow: { ...escrow, serviceId: 8 } }
    expect(readRouterCall(data, paying, [call], other)).toEqual(refused('other-product'))
  })
})
