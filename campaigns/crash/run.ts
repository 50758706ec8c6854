import { join } from 'node:path'
import type { FeeAction } from '../../src/shared/transactions/views.ts'
import type { Fails, Shape } from '../world/sim-service.ts'
import { judge, type Verdict } from './judge.ts'
import type { LedgerFault } from './ledger-fault.ts'
import { startAppProcess, type AppProcess } from './app-process.ts'
import { runAppProcess, type RunEnd } from './run-app-process.ts'
import { openFile, type Forgets } from './ledger-file.ts'
import { readShown, type Shown } from './read-shown.ts'
import { judgeExternal } from './external/judge-external.ts'
import { openOtherWallet, type WayToPay } from './external/other-wallet.ts'
import { runWatchingProcess } from './external/run-watching-process.ts'
import type { Watching } from './external/watching.ts'
import type { EscrowFault } from './escrow-faults.ts'
import { openSimulation, type Simulation, type World } from './simulation.ts'
import type { DrawnNetwork } from '../world/rpc/draw-network.ts'
import type { NodeFault } from '../world/rpc/node-faults.ts'

/** One run: what is bought, and where each process of the app ends. The last process runs until nothing is left to do. */
export interface Plan {
  readonly seed: number
  readonly shape: Shape
  /** Whether the service fails to deliver, and who refunds. Where nothing proves a refund, the person answers. */
  readonly fails: Fails
  /** What the person does about a payment whose fee is too low. */
  readonly help: FeeAction | null
  readonly cuts: readonly string[]
  /** Whether chain and service misbehave now and then. */
  readonly trouble: boolean
  /** What the ledger has forgotten after the first cut. */
  readonly forgets: Forgets
  /** What goes wrong with an escrow. Default: nothing, or a drawn fault if there is trouble. */
  readonly escrowFault?: EscrowFault | null
  /** How another wallet pays, with an account that Till only watches. Default: Till pays. */
  readonly external?: WayToPay | null
  /** The commits that fail, in every process. Default: none. */
  readonly ledgerFault?: LedgerFault | null
  /** The chain's nodes. Default: sound ones, or drawn ones if there is trouble. */
  readonly nodes?: DrawnNetwork
}

export interface Outcome extends Verdict {
  /** 1 if the purchase did not settle, or settled otherwise than chain and service say. */
  readonly unresolved: number
  /** 1 if Till asks about what did not settle. */
  readonly asked: number
  /** The points passed in each process. */
  readonly passedPoints: readonly ReadonlySet<string>[]
  readonly unforeseen: readonly unknown[]
  /** Whether every cut was reached. */
  readonly reached: boolean
  /** The node faults that changed an answer. */
  readonly nodeFaults: readonly NodeFault[]
}

/** Runs a plan over a copy of an empty ledger. */
export async function runPlan(plan: Plan, emptyLedger: string, folder: string): Promise<Outcome> {
  const simulation = openSimulation(plan)
  const buyer = openBuyer(simulation, plan)
  const file = openFile(join(folder, 'ledger.db'), emptyLedger, plan.forgets)
  const passedPoints: ReadonlySet<string>[] = []
  const unforeseen: unknown[] = []
  let ended: RunEnd | null = null
  let shown = readShown(null)
  for (const cut of [...plan.cuts, null]) {
    const appProcess = startAppProcess(buyer.world, file.path, cut, file.onPass, plan)
    ended = await buyer.run(appProcess)
    const wasCut = appProcess.points.ended
    passedPoints.push(appProcess.points.passed)
    unforeseen.push(...appProcess.unforeseen)
    shown = readShown(appProcess.ledger)
    await appProcess.end()
    if (!wasCut) break
    if (passedPoints.length === 1) file.forget(simulation.clock.now())
  }
  const reached = passedPoints.length === plan.cuts.length + 1
  const verdict = buyer.judge(shown)
  return {
    ...verdict,
    unresolved: ended === null ? 1 : 0,
    asked: ended === 'asked' ? 1 : 0,
    passedPoints,
    unforeseen,
    reached,
    nodeFaults: [...simulation.network.recordedFaults.keys()],
  }
}

/** Who buys, and what is right for them. */
interface Buyer {
  readonly world: World
  run(appProcess: AppProcess): Promise<RunEnd | null>
  judge(shown: Shown): Verdict
}

function openBuyer(simulation: Simulation, plan: Plan): Buyer {
  const forgot = plan.forgets !== null
  const way = plan.external ?? null
  if (way === null) {
    return {
      world: simulation,
      run: (appProcess) => runAppProcess(simulation, appProcess, plan),
      judge: (shown) => judge(simulation, shown, forgot),
    }
  }
  const world = { ...simulation, isWatched: true }
  const wallet = openOtherWallet(simulation, way)
  const watching: Watching = { world, wallet, way, forgot, unreadable: new Set(), questions: new Map() }
  return {
    world,
    run: (appProcess) => runWatchingProcess(watching, appProcess),
    judge: (shown) => judgeExternal(simulation, shown, watching),
  }
}
