import type { Address } from 'viem'
import type { Chain } from '../chain/chain.ts'
import type { PaymentEffect } from '../chain/payment-guard.ts'
import type { PlannedStep } from '../chain/plan-payment.ts'

/** What trying it out came to: `moves-else` where anything but the transfer would leave, null where it can't be tried out. */
export type Trial = 'done' | 'failed' | 'moves-else' | null

/** Runs a transfer in one simulated block and holds what it does against what its bytes say. */
export async function tryTransfer(
  chain: Chain,
  from: Address,
  step: PlannedStep,
  { token, amount, value }: Pick<PaymentEffect, 'token' | 'amount' | 'value'>,
): Promise<Trial> {
  const foreseen = await chain.simulate(from, [step], token === null ? [] : [token])
  if (foreseen === null || typeof foreseen === 'string') return foreseen
  const expected = token === null ? [-value] : [-amount, -value]
  const isAsMeant = foreseen.length === expected.length && foreseen.every((change, index) => change === expected[index])
  return isAsMeant ? 'done' : 'moves-else'
}
