import { join } from 'node:path'
import type { FeeAction } from '../../src/shared/transactions/views.ts'
import type { Fails, Shape } from '../world/sim-service.ts'
import { judge, type Verdict } from './judge.ts'
import { startAppProcess } from './app-process.ts'
import { live } from './live.ts'
import { openFile, type Forgets } from './ledger-file.ts'
import { shownBy } from './shown-by.ts'
import type { Mishap } from './mishaps.ts'
import { openSimulation } from './simulation.ts'
import type { DrawnNetwork } from '../world/rpc/draw-network.ts'
import type { NodeFault } from '../world/rpc/node-faults.ts'

/** One run: what is bought, and where each process of the app ends; the last goes on until there is nothing left to do. */
export interface Plan {
  readonly seed: number
  readonly shape: Shape
  /** Whether the service fails to deliver, and who pays back then; a person answers whether it is the refund where nothing tells. */
  readonly fails: Fails
  /** What the person does about a payment that waits for a higher fee than it offers. */
  readonly help: FeeAction | null
  readonly cuts: readonly string[]
  /** Whether chain and service misbehave now and then. */
  readonly trouble: boolean
  /** What the ledger does not know any more after the first cut. */
  readonly forgets: Forgets
  /** What goes wrong with an escrow; nothing, or where there is trouble something drawn, where left out. */
  readonly mishap?: Mishap | null
  /** The chain's nodes; sound ones, or where there is trouble drawn ones, where left out. */
  readonly nodes?: DrawnNetwork
}

export interface Outcome extends Verdict {
  /** Whether the purchase came to no end, or to another than the chain and the service say. */
  readonly unresolved: number
  /** Points passed in each process. */
  readonly lives: readonly ReadonlySet<string>[]
  readonly unforeseen: readonly unknown[]
  /** Whether every cut was reached. */
  readonly reached: boolean
  /** Faults of nodes that changed an answer. */
  readonly nodeFaults: readonly NodeFault[]
}

/** Runs a plan over a copy of an empty ledger. */
export async function runPlan(plan: Plan, emptyLedger: string, folder: string): Promise<Outcome> {
  const simulation = openSimulation(plan)
  const file = openFile(join(folder, 'ledger.db'), emptyLedger, plan.forgets)
  const lives: ReadonlySet<string>[] = []
  const unforeseen: unknown[] = []
  let ended = false
  let shown = shownBy(null)
  for (const cut of [...plan.cuts, null]) {
    const appProcess = startAppProcess(simulation, file.path, cut, file.onPass)
    ended = await live(simulation, appProcess, plan)
    const wasCut = appProcess.points.ended
    lives.push(appProcess.points.passed)
    unforeseen.push(...appProcess.unforeseen)
    shown = shownBy(appProcess.ledger)
    await appProcess.end()
    if (!wasCut) break
    if (lives.length === 1) file.forget(simulation.clock.now())
  }
  const reached = lives.length === plan.cuts.length + 1
  const verdict = judge(simulation, shown, plan.forgets !== null)
  return {
    ...verdict,
    unresolved: ended ? 0 : 1,
    lives,
    unforeseen,
    reached,
    nodeFaults: [...simulation.network.met.keys()],
  }
}
