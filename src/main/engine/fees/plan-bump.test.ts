import fc from 'fast-check'
import { hexToBytes, parseGwei, serializeTransaction, type Address } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { FeeAction } from '../../../shared/transactions/views.ts'
import type { Chain, Fees } from '../../chain/chain.ts'
import { feeCeilings } from '../../chain/plan/plan-payment.ts'
import { signTransaction } from '../../vault/keys/sign-transaction.ts'
import { feeActionsOf, planBump, planBumps } from './plan-bump.ts'
import type { BytesPurpose, StepRecord } from '../steps/step-record.ts'
import { signedStep } from '../../../testing/engine/signed-step.ts'

const key = `0x${'1'.repeat(64)}` as const
const from = privateKeyToAddress(key)
const to: Address = `0x${'2'.repeat(40)}`
const gwei = parseGwei('1')
const facts = (own: Fees, estimate: bigint | null = 40_000n, tipFloor = 0n) => ({ own, estimate, tipFloor })

function signed(
  purpose: BytesPurpose,
  maxFeePerGas: bigint,
  maxPriorityFeePerGas: bigint,
  chainId = 7,
): StepRecord['signed'][number] {
  const transaction = { chainId, nonce: 3, to, data: '0xab', value: 5n, gas: 60_000n } as const
  return { ...signTransaction({ ...transaction, maxFeePerGas, maxPriorityFeePerGas }, hexToBytes(key)), purpose }
}

const step = (signed: StepRecord['signed'], state: StepRecord['state'] = 'signed'): StepRecord =>
  signedStep({ signed, state })

const fees = fc
  .tuple(fc.bigInt({ min: 1n, max: 50n * gwei }), fc.bigInt({ min: 0n, max: 50n * gwei }))
  .map(([one, other]) => (one >= other ? [one, other] : [other, one]) as [bigint, bigint])

describe('a higher fee', () => {
  it('is an eighth above all earlier ones in both caps, and never below the network’s fees', () => {
    fc.assert(
      fc.property(
        fees,
        fc.array(fees, { maxLength: 3 }),
        fees,
        (original, more, [maxFeePerGas, maxPriorityFeePerGas]) => {
          const all = [original, ...more]
          const bytes = all.map(([cap, tip], index) => signed(index === 0 ? 'original' : 'speed-up', cap, tip))
          const own = { maxFeePerGas, maxPriorityFeePerGas }
          const highest = all.reduce((most, [cap]) => (cap > most ? cap : most), 0n)
          fc.pre((highest * 9n + 7n) / 8n <= feeCeilings(own).maxFeePerGas)
          const plan = planBump(step(bytes), from, 'speed-up', facts(own))
          for (const [cap, tip] of all) {
            expect(plan.maxFeePerGas * 8n).toBeGreaterThanOrEqual(cap * 9n)
            expect(plan.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(tip * 9n)
          }
          expect(plan.maxFeePerGas).toBeGreaterThanOrEqual(maxFeePerGas)
          expect(plan.maxFeePerGas).toBeGreaterThanOrEqual(plan.maxPriorityFeePerGas)
          expect(plan).toMatchObject({ to, data: '0xab', value: 5n, gas: 60_000n })
        },
      ),
    )
  })

  it('far above the network’s fees is refused', () => {
    const own = { maxFeePerGas: gwei, maxPriorityFeePerGas: gwei }
    expect(() => planBump(step([signed('original', 30n * gwei, gwei)]), from, 'speed-up', facts(own))).toThrow(
      'far above',
    )
  })

  it('is never 0, and not below the chain’s floor', () => {
    const own = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
    const free = step([signed('original', 0n, 0n)])
    for (const action of ['speed-up', 'cancel'] as const) {
      expect(planBump(free, from, action, facts(own))).toMatchObject({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })
      const floored = planBump(free, from, action, facts(own, 40_000n, gwei))
      expect(floored).toMatchObject({ maxFeePerGas: gwei, maxPriorityFeePerGas: gwei })
    }
    const tipless = planBump(step([signed('original', 8n, 0n)]), from, 'speed-up', facts(own))
    expect(tipless).toMatchObject({ maxFeePerGas: 9n, maxPriorityFeePerGas: 1n })
  })

  it('comes with gas as estimated now, never less than before', () => {
    const own = { maxFeePerGas: gwei, maxPriorityFeePerGas: gwei }
    const one = step([signed('original', gwei, gwei)])
    const gasOf = (action: FeeAction, estimate: bigint | null): bigint =>
      planBump(one, from, action, facts(own, estimate)).gas
    expect([gasOf('speed-up', 40_000n), gasOf('speed-up', 100_000n), gasOf('speed-up', null)]).toEqual([
      60_000n,
      130_000n,
      60_000n,
    ])
    expect([gasOf('cancel', 21_000n), gasOf('cancel', 300_000n), gasOf('cancel', null)]).toEqual([
      21_000n,
      390_000n,
      100_000n,
    ])
    expect(() => gasOf('cancel', 3_000_000n)).toThrow('far above')
  })

  it('as a cancel pays nothing to the account itself', () => {
    const own = { maxFeePerGas: 4n * gwei, maxPriorityFeePerGas: gwei }
    const plan = planBump(step([signed('original', 3n * gwei, gwei)]), from, 'cancel', facts(own, 21_000n))
    expect(plan).toMatchObject({ to: from, data: '0x', value: 0n, gas: 21_000n, maxFeePerGas: 4n * gwei })
  })
})

describe('the open fee actions', () => {
  const original = signed('original', gwei, gwei)
  it.each([
    ['a pending payment', step([original]), ['speed-up', 'cancel']],
    ['one that was sped up', step([original, signed('speed-up', gwei, gwei)]), ['speed-up', 'cancel']],
    ['one that is being cancelled', step([original, signed('cancel', gwei, gwei)]), ['cancel']],
    ['one that was mined', step([original], 'mined'), []],
    ['one that was cancelled', step([original], 'cancelled'), []],
  ] as const)('of %s', (_, one, actions) => {
    expect(feeActionsOf([one])).toEqual(actions)
  })
})

describe('a bump', () => {
  const own = { maxFeePerGas: gwei, maxPriorityFeePerGas: gwei }
  const bump = (one: StepRecord, fees: Fees = own, estimate = 40_000n) =>
    planBump(one, from, 'speed-up', facts(fees, estimate))
  const beyond = expect.objectContaining({ code: 'not-allowed', details: { reason: 'fee-too-high' } }) as Error

  it('rises to the ceilings, not above', () => {
    const dear = step([signed('original', 8n * gwei, gwei)])
    expect(bump(dear, { ...own, maxFeePerGas: (9n * gwei) / 10n })).toMatchObject({ maxFeePerGas: 9n * gwei })
    expect(() => bump(dear, { ...own, maxFeePerGas: (9n * gwei) / 10n - 1n })).toThrow(beyond)
    const one = step([signed('original', gwei, gwei)])
    expect(bump(one, own, 2_000_000n).gas).toBe(2_000_000n)
    expect(() => bump(one, own, 2_000_001n)).toThrow(beyond)
  })

  it('repeats the step’s original call, whatever else was signed', () => {
    const cancel = serializeTransaction({ type: 'eip1559', chainId: 7, nonce: 3, to: from, gas: 21_000n })
    const bytes = [{ hash: `0x${'0'.repeat(64)}`, raw: cancel, purpose: 'cancel' } as const]
    expect(bump(step([...bytes, signed('original', gwei, gwei)]))).toMatchObject({ to, data: '0xab', value: 5n })
  })

  it('of a payment without data and coins has none', () => {
    const raw = serializeTransaction({ type: 'eip1559', chainId: 7, nonce: 3, to, gas: 21_000n, maxFeePerGas: 1n })
    const bare = step([{ hash: `0x${'0'.repeat(64)}`, raw, purpose: 'original' }])
    expect(bump(bare)).toMatchObject({ kind: 'pay', to, data: '0x', value: 0n })
  })

  it('of a step without a recipient, or without its first bytes, throws', () => {
    const raw = serializeTransaction({ type: 'eip1559', chainId: 7, nonce: 3, gas: 60_000n, data: '0xab' })
    const nobody = step([{ hash: `0x${'0'.repeat(64)}`, raw, purpose: 'original' }])
    expect(() => bump(nobody)).toThrow('A step that calls nothing')
    expect(() => bump(step([signed('speed-up', gwei, gwei)]))).toThrow('A step without its bytes')
  })

  it('is planned for each waiting step, with the chain’s own fees', async () => {
    const calls: unknown[] = []
    const dear = { maxFeePerGas: 40n * gwei, maxPriorityFeePerGas: gwei }
    const chainWith = (chainId: number) =>
      ({
        chainId,
        l1Fee: async () => 9n,
        estimateGas: async (account: Address, call: unknown) => {
          calls.push([account, call])
          return 40_000n
        },
      }) as unknown as Chain
    const waiting = step([signed('original', gwei, 1n, 137)])
    const steps = [step([signed('original', gwei, gwei)], 'mined'), waiting]
    const [bumped, ...others] = await planBumps(chainWith(137), from, steps, 'speed-up', dear)
    expect(calls).toEqual([[from, { to, data: '0xab', value: 5n }]])
    expect([bumped?.step, others]).toEqual([waiting, []])
    // Polygon's nodes accept no tip below 30 gwei.
    const facts137 = { own: dear, estimate: 40_000n, tipFloor: 30n * gwei }
    expect(bumped?.plan).toEqual({ ...planBump(waiting, from, 'speed-up', facts137), l1Fee: 9n })
    const foreign = step([signed('original', gwei, 1n, 7_777)])
    const [elsewhere] = await planBumps(chainWith(7_777), from, [foreign], 'speed-up', own)
    expect(elsewhere?.plan.maxPriorityFeePerGas).toBe(gwei)
  })

  it('is not offered without a step', () => expect(feeActionsOf([])).toEqual([]))
})
