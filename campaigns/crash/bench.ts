import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEmptyLedger } from './make-empty-ledger.ts'
import { runPlan, type Outcome, type Plan } from './run.ts'

/** A place that runs plans one after the other. */
export interface Bench {
  run(plan: Plan): Promise<Outcome>
  close(): void
}

/** Opens a bench with a folder of its own. */
export function openBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'till-crash-'))
  const empty = join(folder, 'empty.db')
  makeEmptyLedger(empty)
  return {
    // In a turn of the event loop of its own, a plan runs the same for every caller.
    run: (plan) =>
      new Promise((resolve, reject) => {
        setImmediate(() => void runPlan(plan, empty, folder).then(resolve, reject))
      }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
