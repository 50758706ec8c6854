import type { Plan } from '../crash/run.ts'
import { SIM_START } from '../world/clock.ts'
import { createRandom } from '../world/random.ts'
import type { Fails, Shape } from '../world/sim-service.ts'
import type { Mishap } from '../crash/mishaps.ts'
import { drawNetwork, isBlind } from '../world/rpc/draw-network.ts'

/** One Till: what is bought, in which world, and how it is killed; where it was killed are the cuts of a plan of the crash campaign. */
export interface KillPlan extends Omit<Plan, 'cuts'> {
  /** Whether it is killed at any moment rather than at a point with a name. */
  readonly atMoments: boolean
}

/** Draws the plan of a campaign's Till by its number: all shapes in turn, each second with trouble, each fifth killed at moments. */
export function drawPlan(campaignSeed: number, number: number): KillPlan {
  const random = createRandom(campaignSeed * 1_000_003 + number)
  const trouble = number % 2 === 1
  let seed = random.below(2 ** 31)
  while (trouble && takesLong(seed)) seed = random.below(2 ** 31)
  const shape = shapes[Math.floor(number / 2) % shapes.length] ?? 'transfer'
  const fails = random.pick(shape === 'escrow' ? escrowFails : otherFails)
  const mishap = trouble && shape === 'escrow' ? random.pick(mishaps) : null
  return { ...{ seed, trouble, shape, atMoments: number % 5 === 4 }, ...{ fails, mishap, help: null, forgets: null } }
}

const shapes: readonly Shape[] = ['transfer', 'router', 'escrow']
const otherFails: readonly [Fails, ...Fails[]] = [false, 'treasury', 'elsewhere']
const escrowFails: readonly [Fails, ...Fails[]] = [false, 'claim', 'claim-sum']
/** In none of them another program uses the key: the person's block explorer shows no whole blocks here. */
const mishaps: readonly [Mishap | null, ...Mishap[]] = [null, 'paused', 'taken-back']

/** Whether no node of a simulation ever shows the payment's receipt: then Till asks a person, after too long a time. */
function takesLong(seed: number): boolean {
  return isBlind(drawNetwork(createRandom(seed), SIM_START))
}
