import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../src/shared/errors.ts'
import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import type { WritableDb } from '../../src/main/db/connections.ts'
import { openDatabase } from '../../src/main/db/open-database.ts'
import { createSealer } from '../../src/main/db/seal.ts'
import { openClerks, type Clerks } from '../../src/main/kiosk/clerks.ts'

/** A till whose clerks' PINs are guessed: a ledger's file that outlives every process, and clocks that the attacker sets. */
export interface GuessedTill {
  readonly clock: { now: number; running: number }
  readonly clerks: Clerks
  /** Guesses that ever reached a clerk's hash, right ones among them. */
  reached(id: string): number
  /** Called whenever a guess reaches a hash. */
  onReached: () => void
  /** Kills the process, whatever it is doing, and starts another one. */
  restart(): void
  close(): void
}

/** Opens one that knows nobody. */
export function openGuessedTill(): GuessedTill {
  const folder = mkdtempSync(join(tmpdir(), 'till-pins-'))
  const clock = { now: 1_800_000_000_000, running: 0 }
  const counts = new Map<string, number>()
  const real = createSealer(new Uint8Array(32))
  let ledger: WritableDb
  let clerks: Clerks
  const till: GuessedTill = {
    clock,
    get clerks() {
      return clerks
    },
    reached: (id) => counts.get(id) ?? 0,
    onReached: () => undefined,
    restart() {
      ledger.close()
      // A process's own clock starts with it.
      clock.running = 0
      start()
    },
    close() {
      ledger.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  function start(): void {
    ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'normal')
    clerks = openClerks({
      ...{ ledger, now: () => clock.now, monotonic: () => clock.running, pinCost: { N: 16, r: 1, p: 1 } },
      sealer: {
        ...real,
        unseal(box, purpose) {
          const [, id = ''] = /^clerk (\S+) pin$/.exec(purpose) ?? []
          const hashed = real.unseal(box, purpose)
          counts.set(id, till.reached(id) + 1)
          till.onReached()
          return hashed
        },
      },
    })
  }
  start()
  return till
}

/** How a guess ended: `in`, or the code and reason of its refusal; `killed` where its process was gone before. */
export async function guess(clerks: Clerks, id: string, pin: string): Promise<string> {
  try {
    await clerks.prove(id, pin)
    return 'in'
  } catch (error) {
    if (!(error instanceof AppError)) return 'killed'
    const reason = error.details?.reason
    return typeof reason === 'string' ? reason : error.code
  }
}
