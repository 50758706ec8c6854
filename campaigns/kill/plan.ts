import type { Plan } from '../crash/run.ts'
import { SIM_START } from '../world/clock.ts'
import { createRandom } from '../world/random.ts'
import type { Fails, Shape } from '../world/sim-service.ts'
import type { EscrowFault } from '../crash/escrow-faults.ts'
import { drawNetwork, isBlind } from '../world/rpc/draw-network.ts'

/** One Till: what is bought, in which world, and how it is killed. The points of its kills are the `cuts` of a crash campaign's plan. */
export interface KillPlan extends Omit<Plan, 'cuts'> {
  /** Whether it is killed at any moment rather than at a named point. */
  readonly atMoments: boolean
}

const shapes: readonly Shape[] = ['transfer', 'router', 'escrow']
const otherFails: readonly [Fails, ...Fails[]] = [false, 'treasury', 'elsewhere']
const escrowFails: readonly [Fails, ...Fails[]] = [false, 'claim', 'claim-sum']
/** Without the faults of a second program that uses the same key: the person could not see its payments in this block explorer. */
const escrowFaults: readonly [EscrowFault | null, ...EscrowFault[]] = [null, 'paused', 'reorged']

/** Draws the plan of a campaign's Till by its number: all shapes in turn, every second with trouble, every fifth killed at moments. */
export function drawPlan(campaignSeed: number, number: number): KillPlan {
  const random = createRandom(campaignSeed * 1_000_003 + number)
  const trouble = number % 2 === 1
  let seed = random.below(2 ** 31)
  while (trouble && takesLong(seed)) seed = random.below(2 ** 31)
  const shape = shapes[Math.floor(number / 2) % shapes.length] ?? 'transfer'
  const fails = random.pick(shape === 'escrow' ? escrowFails : otherFails)
  const escrowFault = trouble && shape === 'escrow' ? random.pick(escrowFaults) : null
  return { seed, trouble, shape, atMoments: number % 5 === 4, fails, escrowFault, help: null, forgets: null }
}

/** Returns whether no node ever shows the payment's receipt. Till asks a person about that, but after a wait too long for this campaign. */
function takesLong(seed: number): boolean {
  return isBlind(drawNetwork(createRandom(seed), SIM_START))
}
