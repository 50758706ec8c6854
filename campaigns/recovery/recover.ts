import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import type { WritableDb } from '../../src/main/db/connections.ts'
import { openDatabase } from '../../src/main/db/open-database.ts'
import { createSealer } from '../../src/main/db/seal.ts'
import { fillLedger, type OpenKind } from './fill-ledger.ts'
import { createAppProcess, type AppProcess } from './app-process.ts'
import { openSimulation, type Simulation } from './simulation.ts'

/** A ledger with many open purchases, and an app over it that is not started yet. */
export interface Recovery {
  readonly simulation: Simulation
  readonly ledger: WritableDb
  readonly appProcess: AppProcess
  readonly count: number
  /** Returns the number of open purchases. */
  open(): number
  close(): Promise<void>
}

/** Fills a ledger of its own with open purchases. Each service accepts 100 requests an hour. */
export function openRecovery(
  shares: Partial<Readonly<Record<OpenKind, number>>>,
  durability: 'full' | 'normal',
): Recovery {
  const folder = mkdtempSync(join(tmpdir(), 'till-recovery-'))
  const ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, durability)
  const sealer = createSealer(new Uint8Array(32))
  const simulation = openSimulation(100)
  const count = fillLedger(ledger, sealer, simulation, shares)
  const appProcess = createAppProcess(simulation, ledger, sealer, 100)
  return {
    simulation,
    ledger,
    appProcess,
    count,
    open: () =>
      (ledger.prepare('SELECT count(*) AS open FROM purchases WHERE ended = 0').get() as { open: number }).open,
    async close() {
      await appProcess.purchases.stop()
      ledger.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
