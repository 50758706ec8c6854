import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import { openDatabase } from '../../src/main/db/open-database.ts'
import { judge, type Verdict } from '../crash/judge.ts'
import { readShown } from '../crash/read-shown.ts'
import { openSimulation, type Simulation } from '../crash/simulation.ts'
import { createFastClock } from '../world/fast-clock.ts'
import type { Random } from '../world/random.ts'
import type { NodeFault } from '../world/rpc/node-faults.ts'
import type { Job } from './job.ts'
import type { KillPlan } from './plan.ts'
import { runProcess, type Ending, type KillDecision } from './run-process.ts'
import { serveSimulation } from './serve-simulation.ts'

export interface TillFiles {
  /** An empty ledger. */
  readonly ledger: string
  /** A folder for compiled code, shared by all processes. */
  readonly compiled: string
}

/** Decides where a Till is killed. */
export interface Killer {
  /** Whether a kill at this point is wanted. */
  isWanted(point: string): boolean
  /** Returns whether the process may be killed there. If so, it is killed. */
  mayKill(point: string): boolean
}

export interface TillOutcome {
  readonly verdict: Verdict & { readonly unresolved: number }
  /** Faults of nodes that changed an answer. */
  readonly nodeFaults: readonly NodeFault[]
  /** The last output of a process that exited on its own. */
  readonly output: string
}

/** Real time; ten times as much passes in the world. */
const PATIENCE_MS = 180_000
/** Milliseconds of the world's clock, here and below. */
const LONGEST_MOMENT = { calm: 10_000, trouble: 40_000 }
const LONGEST_ABSENCE = 30_000

/**
 * Runs a Till in a simulation of its own, and kills and restarts it until its purchase has settled. Judges it by the simulation and its
 * ledger.
 */
export async function runTill(plan: KillPlan, files: TillFiles, random: Random, killer: Killer): Promise<TillOutcome> {
  const clock = createFastClock()
  const simulation = openSimulation({ ...plan, clock })
  const { close, ...addresses } = await serveSimulation(simulation)
  let [isFirst, isStored] = [true, false]
  let cancelMoment = (): void => undefined

  function start(): Job {
    // The world stands still while a process starts, which can take long on a busy machine. Some processes are absent for a while anyway.
    const absence = !isFirst && random.below(3) === 0 ? random.below(LONGEST_ABSENCE) : 0
    isFirst = false
    const { shape, fails, trouble } = plan
    const { finalityDepth } = simulation.chain
    const pace = clock.start(absence)
    return {
      shape,
      fails,
      trouble,
      finalityDepth,
      pace,
      ledger: files.ledger,
      seed: random.below(2 ** 31),
      ...addresses,
    }
  }

  function nextDecision(): KillDecision {
    let isSigning = false
    return {
      onReady(kill) {
        cancelMoment()
        const job = start()
        const moment = random.below(plan.trouble ? LONGEST_MOMENT.trouble : LONGEST_MOMENT.calm)
        if (plan.atMoments) cancelMoment = clock.timer(moment, () => void (killer.mayKill('moment') && kill()))
        return job
      },
      atPoint(name) {
        // Nothing can be lost before anything is signed.
        isSigning ||= name.startsWith('vault.sign')
        isStored ||= /^commit .*signed.*: after$/.test(name)
        if (!(isSigning || isStored) || plan.atMoments || !killer.isWanted(name)) return 'go'
        return killer.mayKill(name) ? 'kill' : 'go'
      },
    }
  }

  const last = await runToEnd(files.compiled, nextDecision, clock.stop)
  await close()
  return {
    verdict: judgeTill(simulation, files.ledger, last.how === 'rested'),
    nodeFaults: [...simulation.network.recordedFaults.keys()],
    output: last.how === 'died' ? last.output || 'The process died' : '',
  }
}

/** Runs processes one after the other until one is not killed or patience ends. Returns how the last one ended. */
async function runToEnd(compiled: string, nextDecision: () => KillDecision, onEnded: () => void): Promise<Ending> {
  let isPatient = true
  let kill = (): void => undefined
  const patience = setTimeout(() => {
    isPatient = false
    kill()
  }, PATIENCE_MS)
  for (;;) {
    const decision = nextDecision()
    const ending = await runProcess(compiled, { ...decision, onReady: (killNow) => decision.onReady((kill = killNow)) })
    onEnded()
    if (ending.how === 'killed' && isPatient) continue
    clearTimeout(patience)
    return ending
  }
}

function judgeTill(simulation: Simulation, file: string, isRested: boolean): TillOutcome['verdict'] {
  const ledger = openDatabase(file, ledgerMigrations, 'full')
  const isWhole = ledger.pragma('integrity_check', { simple: true }) === 'ok'
  const verdict = judge(simulation, readShown(ledger), false)
  ledger.close()
  return { ...verdict, unresolved: isRested && isWhole ? 0 : 1 }
}
