import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEmptyLedger } from '../../crash/empty-ledger.ts'
import type { BoughtAtOnce } from './buy-at-once.ts'
import type { NodeCount } from './count-calls.ts'
import { chainIds, type BlockMs, type Shape } from './open-market.ts'
import { runOnce } from './run-once.ts'

/** What a purchase, or many at once, ask of each of three nodes; the worst of some moments between two blocks. */
export interface RpcFigures {
  readonly seconds: number
  readonly shape: Shape
  readonly purchases: number
  /** From the press on Pay until all are shown as delivered. */
  readonly toDelivered: NodeCount
  readonly toFinal: NodeCount
  readonly secondsToDelivered: number
}

export interface RpcBenchFigures {
  readonly of: readonly RpcFigures[]
  readonly ok: boolean
}

/** Calls of a node from confirm to delivered on a chain of 2 s blocks: for one purchase, and for twenty at once. */
const MAX_FOR_ONE = 60
const MAX_FOR_MANY = 4 * MAX_FOR_ONE
const JUDGED_MS: BlockMs = 2_000

/** Counts what one purchase and `many` at once ask of each node, on chains of 1, 2 and 12 s blocks; `seeds` moments each. */
export async function benchRpc(many: number, seeds = 5): Promise<RpcBenchFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'till-rpc-'))
  makeEmptyLedger(join(folder, 'empty.db'))
  const of: RpcFigures[] = []
  let ok = true
  try {
    for (const blockMs of Object.keys(chainIds).map(Number) as BlockMs[]) {
      for (const shape of ['transfer', 'router'] as const) {
        for (const purchases of [1, many]) {
          const runs: BoughtAtOnce[] = []
          for (let seed = 1; seed <= seeds; seed++)
            runs.push(await runOnce(folder, { shape, blockMs, purchases, seed }))
          const worst = worstOf(runs)
          of.push({ seconds: blockMs / 1000, shape, purchases, ...worst })
          const most = purchases === 1 ? MAX_FOR_ONE : MAX_FOR_MANY
          if (blockMs === JUDGED_MS && worst.toDelivered.calls > most) ok = false
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { of, ok }
}

function worstOf(runs: readonly BoughtAtOnce[]): Pick<RpcFigures, 'toDelivered' | 'toFinal' | 'secondsToDelivered'> {
  const most = (numbers: readonly number[]): number => Math.max(...numbers)
  const count = (counts: readonly NodeCount[]): NodeCount => ({
    calls: most(counts.map(({ calls }) => calls)),
    requests: most(counts.map(({ requests }) => requests)),
  })
  return {
    toDelivered: count(runs.map(({ toDelivered }) => toDelivered)),
    toFinal: count(runs.map(({ toFinal }) => toFinal)),
    secondsToDelivered: most(runs.map(({ secondsToDelivered }) => secondsToDelivered)),
  }
}
