import type { Address } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { PlannedStep } from '../../chain/plan/plan-payment.ts'
import type { FrozenTerms } from '../purchase-record.ts'

/**
 * The plan's effect on the payer's coins, in units. `failed` if it reverts; `unexpected-changes` if it would move anything but the frozen payment;
 * `nodes-differ` if the nodes' simulations differ; null if no node can simulate it.
 */
export type Simulation = { readonly change: bigint } | 'failed' | 'unexpected-changes' | 'nodes-differ' | null

/** Runs the whole plan in one simulated block and compares its effects with the frozen payment. */
export async function simulatePlan(
  chain: Chain,
  from: Address,
  terms: FrozenTerms,
  steps: readonly PlannedStep[],
): Promise<Simulation> {
  const token = terms.token.address
  const foreseen = await chain.simulate(from, steps, token === null ? [] : [token])
  if (foreseen === null || typeof foreseen === 'string') return foreseen
  const change = foreseen[0] ?? 0n
  return change === -terms.payment.units ? { change } : 'unexpected-changes'
}
