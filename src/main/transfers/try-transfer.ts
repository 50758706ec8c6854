import type { Address } from 'viem'
import type { Chain } from '../chain/chain.ts'
import type { PaymentEffect } from '../chain/guard/payment-guard.ts'
import type { PlannedStep } from '../chain/plan/plan-payment.ts'

/** The result of a simulation: `unexpected-changes` if anything but the transfer would leave, null if it cannot be simulated. */
export type Trial = 'done' | 'failed' | 'unexpected-changes' | null

/** Runs a transfer in one simulated block and compares its effects with its bytes. */
export async function tryTransfer(
  chain: Chain,
  from: Address,
  step: PlannedStep,
  { token, amount, value }: Pick<PaymentEffect, 'token' | 'amount' | 'value'>,
): Promise<Trial> {
  const foreseen = await chain.simulate(from, [step], token === null ? [] : [token])
  if (foreseen === 'nodes-differ') return 'failed'
  if (foreseen === null || typeof foreseen === 'string') return foreseen
  const expected = token === null ? [-value] : [-amount, -value]
  const isAsMeant = foreseen.length === expected.length && foreseen.every((change, index) => change === expected[index])
  return isAsMeant ? 'done' : 'unexpected-changes'
}
