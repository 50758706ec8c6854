import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEmptyLedger } from '../crash/make-empty-ledger.ts'
import { createRandom, type Random } from '../world/random.ts'
import type { NodeFault } from '../world/rpc/node-faults.ts'
import { drawPlan, type KillPlan } from './plan.ts'
import { runTill } from './run-till.ts'

export interface KillReport {
  kills: number
  /** Tills that were killed and restarted until their purchase settled. */
  runs: number
  /** Distinct points at which a process was killed; all unnamed moments count as one. */
  points: number
  lost: number
  doublePaid: number
  unexplained: number
  unresolved: number
  /** Kinds of node faults that changed an answer. */
  nodeFaults: number
}

export interface KillOptions {
  readonly kills: number
  readonly seed: number
  /** Tills that run at the same time. */
  readonly atOnce: number
  readonly onFailure: (what: string) => void
}

const KILLS_EACH = 10

/** Kills `kills` processes of Till, restarts each over its ledger, and judges every finished Till. */
export async function runKills({ kills, seed, atOnce, onFailure }: KillOptions): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'till-kill-'))
  const random = createRandom(seed)
  const killedAt = new Map<string, number>()
  const faults = new Set<NodeFault>()
  const total = { lost: 0, doublePaid: 0, unexplained: 0, unresolved: 0 }
  let [killed, runs] = [0, 0]
  const [empty, compiled] = [join(folder, 'empty.db'), join(folder, 'compiled')]
  makeEmptyLedger(empty)

  async function run(number: number): Promise<void> {
    const plan = drawPlan(seed, number)
    const cuts: string[] = []
    const ledger = join(folder, `${number}.db`)
    copyFileSync(empty, ledger)
    const { verdict, nodeFaults, output } = await runTill(plan, { ledger, compiled }, random, {
      isWanted: (point) => isWanted(killedAt.get(nameOf(plan, point)) ?? 0, random),
      mayKill(point) {
        if (cuts.length === KILLS_EACH || killed === kills) return false
        killed++
        cuts.push(point)
        killedAt.set(nameOf(plan, point), (killedAt.get(nameOf(plan, point)) ?? 0) + 1)
        return true
      },
    })
    runs++
    for (const kind of nodeFaults) faults.add(kind)
    for (const kind of ['lost', 'doublePaid', 'unexplained', 'unresolved'] as const) total[kind] += verdict[kind]
    if (output === '' && Object.values(verdict).every((count) => count === 0)) return
    onFailure(`--plan '${JSON.stringify({ ...plan, cuts })}' ${JSON.stringify(verdict)} ${output.slice(0, 500)}`)
  }

  let next = 0
  async function work(): Promise<void> {
    while (killed < kills) await run(next++)
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { kills: killed, runs, points: killedAt.size, ...total, nodeFaults: faults.size }
}

const nameOf = ({ shape }: KillPlan, point: string): string => `${shape} ${point}`

/** Prefers points where no process was killed yet. */
function isWanted(before: number, random: Random): boolean {
  return random.next() < (before === 0 ? 0.15 : 0.05 / before)
}
