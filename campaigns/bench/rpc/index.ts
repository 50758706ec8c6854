import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEmptyLedger } from '../../crash/make-empty-ledger.ts'
import type { BoughtAtOnce } from './buy-at-once.ts'
import type { BoughtElsewhere } from './buy-elsewhere.ts'
import type { NodeCount } from './count-calls.ts'
import { chainIds, type BlockMs, type Shape } from './open-market.ts'
import { runElsewhere, runOnce } from './run-once.ts'

/** The load on each of three nodes of one purchase or of several at once. The worst of several starts between two blocks. */
export interface RpcFigures {
  readonly seconds: number
  readonly shape: Shape
  readonly purchases: number
  /** From the press on Pay until all purchases show as delivered. */
  readonly toDelivered: NodeCount
  readonly toFinal: NodeCount
  readonly secondsToDelivered: number
}

/** The load on each of three nodes, and on the service, of one purchase that another wallet pays on a chain of 2 s blocks. */
export interface ElsewhereFigures extends Omit<RpcFigures, 'seconds' | 'shape' | 'purchases'> {
  /** The minutes before it is paid. */
  readonly minutes: number
  /** The calls until then. */
  readonly waiting: NodeCount
  /** The requests to the service from asking to delivered. */
  readonly requests: number
}

export interface RpcBenchFigures {
  readonly of: readonly RpcFigures[]
  readonly elsewhere: readonly ElsewhereFigures[]
  readonly ok: boolean
}

/** Most calls to a node from confirm to delivered on a chain of 2 s blocks: for one purchase, and for twenty at once. */
const MAX_FOR_ONE = 60
const MAX_FOR_MANY = 4 * MAX_FOR_ONE
const JUDGED_MS: BlockMs = 2_000
/** The minutes for which nobody pays a purchase that another wallet is asked to pay: its price holds for 15. */
const UNPAID_MINUTES = [2, 20, 24 * 60]

/**
 * Counts the calls to each node for one purchase and for `many` at once, on chains of 1, 2 and 12 s blocks.
 * Each seed starts at another moment between two blocks. Then for one purchase that another wallet pays.
 */
export async function benchRpc(many: number, seeds = 5): Promise<RpcBenchFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'till-rpc-'))
  makeEmptyLedger(join(folder, 'empty.db'))
  const of: RpcFigures[] = []
  const elsewhere: ElsewhereFigures[] = []
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
    for (const minutes of UNPAID_MINUTES) elsewhere.push(await countElsewhere(folder, minutes, seeds))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  ok &&= elsewhere.every(({ toDelivered }) => toDelivered.calls <= MAX_FOR_ONE)
  return { of, elsewhere, ok }
}

async function countElsewhere(folder: string, minutes: number, seeds: number): Promise<ElsewhereFigures> {
  const runs: BoughtElsewhere[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    runs.push(
      await runElsewhere(folder, { blockMs: JUDGED_MS, purchases: 1, unpaid: 0, seed, waitMs: minutes * 60_000 }),
    )
  }
  return {
    minutes,
    waiting: worst(runs.map(({ waiting }) => waiting)),
    requests: Math.max(...runs.map(({ requestsWaiting, requestsAfter }) => requestsWaiting + requestsAfter)),
    ...worstOf(runs),
  }
}

function worstOf(runs: readonly BoughtAtOnce[]): Pick<RpcFigures, 'toDelivered' | 'toFinal' | 'secondsToDelivered'> {
  return {
    toDelivered: worst(runs.map(({ toDelivered }) => toDelivered)),
    toFinal: worst(runs.map(({ toFinal }) => toFinal)),
    secondsToDelivered: Math.max(...runs.map(({ secondsToDelivered }) => secondsToDelivered)),
  }
}

function worst(counts: readonly NodeCount[]): NodeCount {
  return {
    calls: Math.max(...counts.map(({ calls }) => calls)),
    requests: Math.max(...counts.map(({ requests }) => requests)),
  }
}
