import { expect, it } from 'vitest'
import type { Call, Chain } from './chain.ts'
import type { PaymentEffect } from './payment-guard.ts'
import { planPayment } from './plan-payment.ts'

const [payer, token, recipient] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`, `0x${'3'.repeat(40)}`] as const
const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
const asked = {
  amount: 5n,
  data: '0x',
  value: 0n,
  gas: 21_000n,
  maxFeePerGas: null,
  maxPriorityFeePerGas: null,
} as const
/** A chain on which the router may take `allowance`, of a token that refuses to change a permission that is not zero where it is `strict`. */
const chainOf = (allowance: bigint, strict = false) =>
  ({
    allowance: () => Promise.resolve(allowance),
    chainId: 7,
    l1Fee: () => Promise.resolve(0n),
    estimateGas: (_: unknown, { data }: Call) =>
      Promise.resolve(strict && !data.endsWith('0'.repeat(64)) ? null : 50_000n),
  }) as unknown as Chain
const plan = (effect: PaymentEffect, chain = chainOf(5n)) => planPayment(chain, payer, effect, fees)

it('what pays its recipient straight away names what it moves, for the vault to hold its bytes against; what pays a router can not', async () => {
  const direct: PaymentEffect = { ...asked, shape: 'transfer', to: token, token, recipient }
  expect(await plan(direct)).toMatchObject([{ kind: 'pay', to: token, sends: { token, recipient, units: 5n } }])
  const native: PaymentEffect = { ...asked, shape: 'native', to: recipient, token: null, recipient }
  expect(await plan(native)).toMatchObject([{ kind: 'pay', sends: { token: null, recipient, units: 5n } }])
  const [pay] = await plan({ ...asked, shape: 'router', to: recipient, token, recipient })
  expect(pay).not.toHaveProperty('sends')
})

it('what permits a router to take the amount names it too, and what is set to nothing first', async () => {
  const asks: PaymentEffect = { ...asked, shape: 'router', to: recipient, token, recipient }
  const approves = { token, spender: recipient, units: 5n }
  expect(await plan(asks, chainOf(0n))).toMatchObject([{ kind: 'approve', to: token, approves }, { kind: 'pay' }])
  expect(await plan(asks, chainOf(9n, true))).toMatchObject([
    { kind: 'zero-allowance', approves: { ...approves, units: 0n } },
    { kind: 'approve', approves },
    { kind: 'pay' },
  ])
})
