import type { Address } from 'viem'
import type { Chain } from '../chain/chain.ts'
import type { PlannedStep } from '../chain/plan-payment.ts'
import type { FrozenTerms } from './purchase-record.ts'

/** What the plan would do to the payer's coins, in units; `failed` where it reverts or moves anything else, null where the node can't simulate. */
export type Simulation = { readonly change: bigint } | 'failed' | null

/** Runs the whole plan in one simulated block and holds the balance change against the frozen payment. */
export async function simulatePlan(
  chain: Chain,
  from: Address,
  terms: FrozenTerms,
  steps: readonly PlannedStep[],
): Promise<Simulation> {
  const token = terms.token.address
  const changes = await chain.simulate(from, steps, token === null ? [] : [token])
  if (changes === null || changes === 'failed') return changes
  const change = changes[0] ?? 0n
  return change === -terms.payment.units ? { change } : 'failed'
}
