import { join } from 'node:path'
import { backupLedger, listBackups } from '../db/backup-ledger.ts'
import type { Log } from '../log/create-log.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Timer } from '../../shared/timer.ts'
import type { BackupView } from '../../shared/history/views.ts'

/** Daily copies of the ledger. */
export interface Backups {
  view(): BackupView
  /** Makes one now; the view reports a failure. */
  make(): Promise<BackupView>
  start(): void
  stop(): Promise<void>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Creates the daily copies, in a folder beside the ledger. */
export function createBackups(ledger: WritableDb, dataDir: string, now: () => number, timer: Timer, log: Log): Backups {
  const folder = join(dataDir, 'backups')
  let failed = false
  let making: Promise<void> = Promise.resolve()
  let cancel = (): void => undefined
  const newestAt = (): number | null => listBackups(folder)[0]?.at ?? null

  function view(): BackupView {
    const newest = newestAt()
    return { folder, newestAt: newest === null ? null : new Date(newest).toISOString(), failed }
  }

  async function make(): Promise<BackupView> {
    making = making.then(async () => {
      try {
        await backupLedger(ledger, folder, now())
        failed = false
      } catch (error) {
        failed = true
        log('backup.copy', {}, { error })
      }
    })
    await making
    return view()
  }

  function check(): void {
    // A date in the future is of a clock that was ahead: it says nothing of today.
    const isMade = listBackups(folder).some(({ at }) => at <= now() && now() - at < DAY)
    if (!isMade) void make()
    cancel = timer(HOUR, check)
  }

  return {
    view,
    make,
    start: check,
    async stop() {
      cancel()
      await making
    },
  }
}
