import fc from 'fast-check'
import { encodeFunctionData, getAddress, parseAbi, toEventSelector, type Address, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../chain.ts'
import { depositEvents } from '../guard/escrow-abi.ts'
import { claimCall, decodeClaim, judgeClaim, planClaim, type ClaimBounds, type ClaimRefusal } from './plan-claim.ts'
import type { PlannedStep } from './plan-payment.ts'

const [payer, router, token, otherAddress] = ['1', '2', '3', '4'].map((digit) => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const own = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
const bounds: ClaimBounds = { router, serviceId: 7n, recordId: 3n, token, payer, own }
const record = { router, serviceId: 7n, recordId: 3n }
const sum = { router, serviceId: 7n, token, refundee: payer }
const stepOf = (claim: typeof record | typeof sum, changes: Partial<PlannedStep> = {}): PlannedStep => ({
  kind: 'claim',
  ...claimCall(claim),
  gas: 100_000n,
  l1Fee: 0n,
  ...own,
  ...changes,
})

it('decodes an escrow’s events with the topics of the live protocol', () => {
  const [deposit, requested] = [depositEvents[0], depositEvents[1]].map((event) => toEventSelector(event))
  expect(deposit).toBe('0xfe31e11aad0d4767904c798dd8326e02ff3f34ade391dc074800a8b71d34a7ec')
  expect(requested).toBe('0xcffa77ca666af7f5f48cb67286d2851dd1a316733e8bf15cd1bee264a83742ad')
})

describe('planning a claim', () => {
  const planOn = (estimate: bigint | null) =>
    planClaim(
      { chainId: 7, l1Fee: async () => 9n, estimateGas: async () => estimate } as unknown as Chain,
      payer,
      record,
      own,
    )

  it('returns one router call that the guard accepts', async () => {
    const step = await planOn(100_000n)
    expect(step).toMatchObject({ kind: 'claim', to: router, value: 0n, claims: record, gas: 130_000n, l1Fee: 9n })
    expect(judgeClaim(step, bounds)).toBeNull()
  })

  it('fails if the router refuses', async () => {
    await expect(planOn(null)).rejects.toMatchObject({ code: 'simulation-failed', details: { reason: 'claiming' } })
  })
})

describe('the guard of a claim', () => {
  it('accepts the withdrawal of one record, and of the account’s own sum', () => {
    expect(stepOf(record).data.slice(0, 10)).toBe('0xaa6694b1')
    expect(stepOf(sum).data.slice(0, 10)).toBe('0x48d20d16')
    expect([judgeClaim(stepOf(record), bounds), judgeClaim(stepOf(sum), bounds)]).toEqual([null, null])
  })

  it.each<[string, PlannedStep, ClaimRefusal]>([
    ['another kind of step', stepOf(record, { kind: 'pay' }), 'other-step'],
    ['a call of another contract', stepOf({ ...record, router: otherAddress }), 'other-contract'],
    ['a native coin with the call', stepOf(record, { value: 1n }), 'moves-coins'],
    ['another service', stepOf({ ...record, serviceId: 8n }), 'other-service'],
    ['another service’s sum', stepOf({ ...sum, serviceId: 8n }), 'other-service'],
    ['somebody else’s record', stepOf({ ...record, recordId: 4n }), 'other-record'],
    ['a sum in another token', stepOf({ ...sum, token: otherAddress }), 'other-token'],
    ['a sum for somebody else', stepOf({ ...sum, refundee: otherAddress }), 'other-refundee'],
    ['extra bytes after the call', stepOf(record, { data: `${claimCall(record).data}00` }), 'unknown-call'],
    ['missing bytes of the call', stepOf(sum, { data: claimCall(sum).data.slice(0, -2) as Hex }), 'unknown-call'],
    ['no call', stepOf(record, { data: '0x' }), 'unknown-call'],
    ['too much gas', stepOf(record, { gas: 2_000_001n }), 'fee'],
    ['too high a fee', stepOf(record, { maxFeePerGas: 10n ** 11n + 1n }), 'fee'],
    ['a tip above the fee', stepOf(record, { maxPriorityFeePerGas: own.maxFeePerGas + 1n }), 'fee'],
  ])('refuses %s', (_, step, refusal) => {
    expect(judgeClaim(step, bounds)).toBe(refusal)
  })

  it('accepts the highest allowed fees and gas', () => {
    const fees = { gas: 2_000_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 11n }
    expect(judgeClaim(stepOf(record, fees), bounds)).toBeNull()
  })

  it('refuses the other calls of a router and a token', () => {
    const abi = parseAbi([
      'function withdrawRefund(uint256 serviceID, uint256 recordId)',
      'function approve(address spender, uint256 units)',
      'function transfer(address to, uint256 units)',
    ])
    const calls = [
      encodeFunctionData({ abi, functionName: 'withdrawRefund', args: [7n, 3n] }),
      encodeFunctionData({ abi, functionName: 'approve', args: [router, 3n] }),
      encodeFunctionData({ abi, functionName: 'transfer', args: [payer, 3n] }),
    ]
    for (const data of calls) expect(judgeClaim(stepOf(record, { data }), bounds)).toBe('unknown-call')
  })

  it('decodes only the exact bytes of a claim', () => {
    const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    const address = fc.stringMatching(/^[0-9a-f]{40}$/).map((hex) => getAddress(`0x${hex}`))
    const claims = fc.oneof(
      fc.record({ router: address, serviceId: uint, recordId: uint }),
      fc.record({ router: address, serviceId: uint, token: address, refundee: address }),
    )
    fc.assert(
      fc.property(claims, fc.nat(), fc.integer({ min: 0, max: 15 }), (claim, at, digit) => {
        const { data } = claimCall(claim)
        const { router: _, ...expected } = claim
        expect(decodeClaim(data)).toEqual(expected)
        const index = 2 + (at % (data.length - 2))
        const other = `${data.slice(0, index)}${digit.toString(16)}${data.slice(index + 1)}` as Hex
        const read = decodeClaim(other)
        // Any other decodable call is another claim, which encodes to those other bytes.
        if (read !== null) expect(claimCall({ router, ...read }).data).toBe(other)
      }),
    )
  })
})
