import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../src/shared/errors.ts'
import type { WritableDb } from '../../src/main/db/connections.ts'
import { openTestLedgerFile } from '../../src/testing/db/open-test-ledger-file.ts'
import { createSealer } from '../../src/main/db/seal.ts'
import { openClerks, type Clerks } from '../../src/main/kiosk/clerks.ts'

/** A register whose clerks' PINs an attacker guesses. Its ledger file outlives every process, and the attacker sets the clocks. */
export interface GuessedTill {
  readonly clock: { now: number; running: number }
  readonly clerks: Clerks
  /** Returns how many guesses ever reached a clerk's hash, right ones included. */
  reached(id: string): number
  /** Called whenever a guess reaches a hash. */
  onReached: () => void
  /** Kills the process, whatever it is doing, and starts another one. */
  restart(): void
  close(): void
}

/** Opens a register without clerks. */
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
      // The monotonic clock starts with the process.
      clock.running = 0
      start()
    },
    close() {
      ledger.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  function start(): void {
    ledger = openTestLedgerFile(join(folder, 'ledger.db'))
    clerks = openClerks({
      ledger,
      now: () => clock.now,
      monotonic: () => clock.running,
      pinCost: { N: 16, r: 1, p: 1 },
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

/** Returns the end of a guess: `in`, the code and reason of its refusal, or `killed` if its process ended first. */
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
