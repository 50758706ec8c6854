import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, getAddress, zeroAddress, type Address, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../chain.ts'
import { approveCall, type PlannedStep } from './plan-payment.ts'
import { decodeApproval, isRevocation, planRevocation } from './plan-revocation.ts'

const address = fc
  .stringMatching(/^[0-9a-f]{40}$/)
  .filter((hex) => BigInt(`0x${hex}`) > 0n)
  .map((hex) => getAddress(`0x${hex}`))
const uint = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
const approve = (spender: Address, units: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] })

const revocation = fc
  .record({
    addresses: fc.uniqueArray(address, { minLength: 3, maxLength: 3 }),
    gas: fc.bigInt({ min: 21_000n, max: 2_000_000n }),
    maxFeePerGas: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    tipShare: fc.bigInt({ min: 0n, max: 100n }),
  })
  .map(({ addresses, gas, maxFeePerGas, tipShare }) => {
    const [token, other, spender] = addresses as [Address, Address, Address]
    const maxPriorityFeePerGas = (maxFeePerGas * tipShare) / 100n
    const fees = { maxFeePerGas, maxPriorityFeePerGas }
    const step: PlannedStep = {
      kind: 'revoke',
      to: token,
      data: approve(spender, 0n),
      value: 0n,
      gas,
      l1Fee: 0n,
      ...fees,
    }
    return { step, spender, bounds: { tokens: [other, token], own: fees } }
  })

const [owner, token, spender] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [Address, Address, Address]

describe('revoking an allowance', () => {
  const approves = { token, spender, units: 0n } as const
  const own = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
  const planOn = (estimate: bigint | null) =>
    planRevocation(
      { chainId: 7, l1Fee: async () => 9n, estimateGas: async () => estimate } as unknown as Chain,
      owner,
      approves,
      own,
    )

  it('is one step that approves zero', async () => {
    const shared = { kind: 'revoke', approves, ...own, gas: 65_000n, l1Fee: 9n }
    expect(await planOn(50_000n)).toEqual({ ...shared, ...approveCall(approves) })
  })

  it('fails if the token refuses', async () => {
    await expect(planOn(null)).rejects.toMatchObject({ code: 'simulation-failed', details: { reason: 'revoking' } })
  })

  it('accepts the highest allowed fees and gas, and nothing above', () => {
    const step: PlannedStep = {
      kind: 'revoke',
      ...approveCall(approves),
      gas: 2_000_000n,
      l1Fee: 0n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 11n,
    }
    const isAllowed = (changes: Partial<PlannedStep>): boolean =>
      isRevocation({ ...step, ...changes }, { tokens: [owner, token], own })
    expect([isAllowed({}), isAllowed({ gas: 2_000_001n })]).toEqual([true, false])
    expect([isAllowed({ maxFeePerGas: 10n ** 11n + 1n }), isAllowed({ maxFeePerGas: 10n ** 11n - 1n })]).toEqual([
      false,
      false,
    ])
  })

  it('decodes no other call, and nothing unreadable', () => {
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [spender, 0n] })
    expect([decodeApproval(transfer), decodeApproval('0x12')]).toEqual([null, null])
  })
})

/** A change that makes a revocation something else. */
const change = fc.oneof(
  uint.map((value) => (step: PlannedStep) => ({ ...step, value })),
  fc
    .tuple(address, uint)
    .map(([spender, units]) => (step: PlannedStep) => ({ ...step, data: approve(spender, units) })),
  fc.constant((step: PlannedStep) => ({ ...step, data: approve(zeroAddress, 0n) })),
  address.map((to) => (step: PlannedStep) => ({ ...step, to })),
  fc.constantFrom('pay', 'approve', 'zero-allowance').map((kind) => (step: PlannedStep) => ({ ...step, kind })),
  fc.constantFrom('transfer', 'transferFrom').chain((name) =>
    fc.tuple(address, address, uint).map(([one, other, units]) => (step: PlannedStep) => ({
      ...step,
      data:
        name === 'transfer'
          ? encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [one, units] })
          : encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [one, other, units] }),
    })),
  ),
  // Other selectors, extra bytes, missing bytes and changed bytes of the same call.
  fc
    .stringMatching(/^(?:[0-9a-f]{2}){1,40}$/)
    .map((tail) => (step: PlannedStep) => ({ ...step, data: `${step.data}${tail}` as Hex })),
  fc
    .integer({ min: 1, max: 67 })
    .map((bytes) => (step: PlannedStep) => ({ ...step, data: step.data.slice(0, -2 * bytes) as Hex })),
  fc.integer({ min: 0, max: 3 }).map((at) => (step: PlannedStep) => ({ ...step, data: dirtied(step.data, at) })),
  fc.integer({ min: 4, max: 15 }).map((at) => (step: PlannedStep) => ({ ...step, data: dirtied(step.data, at) })),
  fc.bigInt({ min: 2_000_001n, max: 10n ** 9n }).map((gas) => (step: PlannedStep) => ({ ...step, gas })),
  fc
    .bigInt({ min: 10n ** 12n + 1n, max: 10n ** 15n })
    .map((maxFeePerGas) => (step: PlannedStep) => ({ ...step, maxFeePerGas })),
  fc.bigInt({ min: 1n, max: 10n ** 12n }).map((more) => (step: PlannedStep) => ({
    ...step,
    maxPriorityFeePerGas: step.maxFeePerGas + more,
  })),
)

/** Returns the same bytes with the lowest bit of one flipped. */
function dirtied(data: Hex, at: number): Hex {
  const bytes = Buffer.from(data.slice(2), 'hex')
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return `0x${bytes.toString('hex')}`
}

describe('the guard of a revocation', () => {
  it('accepts approve(spender, 0) on a known token', () => {
    fc.assert(
      fc.property(revocation, ({ step, spender, bounds }) => {
        expect(decodeApproval(step.data)).toEqual({ spender, units: 0n })
        expect(isRevocation(step, bounds)).toBe(true)
      }),
    )
  })

  it('refuses any single difference', () => {
    fc.assert(
      fc.property(revocation, change, ({ step, bounds }, turn) => {
        const changed = turn(step) as PlannedStep
        fc.pre(!bounds.tokens.includes(changed.to) || changed.to === step.to)
        expect(isRevocation(changed, bounds)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses any bytes that are not that call', () => {
    fc.assert(
      fc.property(revocation, fc.stringMatching(/^(?:[0-9a-f]{2}){0,100}$/), ({ step, bounds }, bytes) => {
        expect(isRevocation({ ...step, data: `0x${bytes}` }, bounds)).toBe(false)
      }),
    )
  })
})
