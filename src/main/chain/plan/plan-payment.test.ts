import { describe, expect, it } from 'vitest'
import type { Call, Chain } from '../chain.ts'
import type { PaymentEffect } from '../guard/payment-guard.ts'
import { approveCall, maxFeeUnits, feeCeilings, planPayment } from './plan-payment.ts'

const [payer, token, recipient] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`, `0x${'3'.repeat(40)}`] as const
const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
const terms = {
  quoteIds: [],
  escrow: null,
  amount: 5n,
  data: '0x',
  value: 0n,
  gas: 21_000n,
  maxFeePerGas: null,
  maxPriorityFeePerGas: null,
} as const
/** A chain on which the router's allowance is `allowance`; a `strict` token refuses to change a non-zero one. */
const chainOf = (allowance: bigint, strict = false) =>
  ({
    allowance: () => Promise.resolve(allowance),
    chainId: 7,
    l1Fee: () => Promise.resolve(0n),
    estimateGas: (_: unknown, { data }: Call) =>
      Promise.resolve(strict && !data.endsWith('0'.repeat(64)) ? null : 50_000n),
  }) as unknown as Chain
const plan = (effect: PaymentEffect, chain = chainOf(5n)) => planPayment(chain, payer, effect, fees)

it('a direct payment names what it moves, for the vault to compare; a router payment cannot', async () => {
  const direct: PaymentEffect = { ...terms, shape: 'transfer', to: token, token, recipient }
  expect(await plan(direct)).toMatchObject([{ kind: 'pay', to: token, sends: { token, recipient, units: 5n } }])
  const native: PaymentEffect = { ...terms, shape: 'native', to: recipient, token: null, recipient }
  expect(await plan(native)).toMatchObject([{ kind: 'pay', sends: { token: null, recipient, units: 5n } }])
  const [pay] = await plan({ ...terms, shape: 'router', to: recipient, token, recipient })
  expect(pay).not.toHaveProperty('sends')
})

it('a router’s approval names its amount too, and so does the reset to zero before it', async () => {
  const asks: PaymentEffect = { ...terms, shape: 'router', to: recipient, token, recipient }
  const approves = { token, spender: recipient, units: 5n }
  expect(await plan(asks, chainOf(0n))).toMatchObject([{ kind: 'approve', to: token, approves }, { kind: 'pay' }])
  expect(await plan(asks, chainOf(9n, true))).toMatchObject([
    { kind: 'zero-allowance', approves: { ...approves, units: 0n } },
    { kind: 'approve', approves },
    { kind: 'pay' },
  ])
})

const direct: PaymentEffect = { ...terms, shape: 'transfer', to: token, token, recipient }
const routed: PaymentEffect = { ...terms, shape: 'router', to: recipient, token, recipient, data: '0xabcd' }
const kindsOf = async (effect: PaymentEffect, chain: Chain) => (await plan(effect, chain)).map(({ kind }) => kind)

describe('the steps of a payment', () => {
  it('are complete: call, gas and fees', async () => {
    const [approve, pay, ...others] = await plan(routed, { ...chainOf(0n), l1Fee: async () => 40n } as Chain)
    const approves = { token, spender: recipient, units: 5n }
    const shared = { ...fees, gas: 65_000n, l1Fee: 40n }
    expect(approve).toEqual({ ...shared, kind: 'approve', ...approveCall(approves), approves })
    expect(pay).toEqual({ ...shared, kind: 'pay', to: recipient, data: '0xabcd', value: 0n })
    expect(others).toEqual([])
  })

  it.each<[string, PaymentEffect, Chain, string[]]>([
    ['pay, if there is no router', direct, chainOf(0n), ['pay']],
    ['pay, if the router’s allowance is exactly the amount', routed, chainOf(5n), ['pay']],
    ['pay, if the router takes no token', { ...routed, token: null }, chainOf(0n), ['pay']],
    ['an approval and pay, if there was none', routed, chainOf(0n, true), ['approve', 'pay']],
    ['an approval and pay, if the token allows changes', routed, chainOf(9n), ['approve', 'pay']],
    [
      'a reset to zero first, if the token requires it',
      routed,
      chainOf(9n, true),
      ['zero-allowance', 'approve', 'pay'],
    ],
  ])('are %s', async (_, effect, chain, kinds) => expect(await kindsOf(effect, chain)).toEqual(kinds))

  it('have gas even if the network gives no estimate', async () => {
    const mute = { ...chainOf(0n), estimateGas: async () => null } as unknown as Chain
    expect((await plan({ ...routed, gas: null }, mute)).map(({ gas }) => gas)).toEqual([80_000n, 500_000n])
    expect((await plan({ ...routed, gas: 600_000n }, mute)).map(({ gas }) => gas)).toEqual([80_000n, 600_000n])
  })

  it('have gas for all that an escrow stores, even if a service asks for less', async () => {
    const mute = { ...chainOf(0n), estimateGas: async () => null } as unknown as Chain
    const escrow = { ...routed, escrow: { serviceId: 7n, units: 4n } }
    for (const [requested, given] of [
      [null, 1_000_000n],
      [160_000n, 1_000_000n],
      [1_200_000n, 1_200_000n],
    ] as const) {
      expect((await plan({ ...escrow, gas: requested }, mute)).at(-1)).toMatchObject({ kind: 'pay', gas: given })
    }
  })

  it('approve exactly the amount, even if the allowance is already higher', async () => {
    expect(await plan(routed, chainOf(9n))).toMatchObject([
      { approves: { spender: recipient, units: 5n } },
      { kind: 'pay' },
    ])
  })

  it.each<[string, Partial<PaymentEffect>, bigint, bigint]>([
    ['the network’s, if the service asks for none', {}, 2n, 1n],
    ['the network’s, if the service asks for less', { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n }, 2n, 1n],
    ['the service’s, if those are higher', { maxFeePerGas: 9n, maxPriorityFeePerGas: 3n }, 9n, 3n],
    ['a tip no higher than the fee', { maxPriorityFeePerGas: 3n }, 2n, 2n],
  ])('use as fees %s', async (_, changes, maxFeePerGas, maxPriorityFeePerGas) => {
    expect(await plan({ ...direct, ...changes })).toMatchObject([{ maxFeePerGas, maxPriorityFeePerGas }])
  })

  it('cost at most all of their gas plus the chain’s additional fee', () => {
    const steps = [
      { gas: 10n, maxFeePerGas: 3n, l1Fee: 4n },
      { gas: 20n, maxFeePerGas: 2n, l1Fee: 5n },
    ]
    expect([maxFeeUnits([]), maxFeeUnits(steps)]).toEqual([0n, 79n])
  })
})

it('fees may be ten times the network’s own, or 5 gwei if that is more', () => {
  expect(feeCeilings({ maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 0n })).toEqual({
    gas: 2_000_000n,
    maxFeePerGas: 10n ** 10n,
  })
  expect(feeCeilings(fees).maxFeePerGas).toBe(5_000_000_000n)
})
