import { join } from 'node:path'
import { keepCopy, listCopies } from '../db/copies/keep-copy.ts'
import type { Log } from '../log/create-log.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Timer } from '../../shared/timer.ts'
import type { LedgerCopiesView } from '../../shared/backup/views.ts'

/** Daily copies of the ledger. */
export interface DailyCopies {
  view(): LedgerCopiesView
  /** Makes one now; the view reports a failure. */
  make(): Promise<LedgerCopiesView>
  start(): void
  stop(): Promise<void>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Creates the daily copies, in a folder beside the ledger. */
export function createDailyCopies(
  ledger: WritableDb,
  dataDir: string,
  now: () => number,
  timer: Timer,
  log: Log,
): DailyCopies {
  const folder = join(dataDir, 'backups')
  let failed = false
  let making: Promise<void> = Promise.resolve()
  let cancel = (): void => undefined
  const newestAt = (): number | null => listCopies(folder)[0]?.at ?? null

  function view(): LedgerCopiesView {
    const newest = newestAt()
    return { folder, newestAt: newest === null ? null : new Date(newest).toISOString(), failed }
  }

  async function make(): Promise<LedgerCopiesView> {
    making = making.then(async () => {
      try {
        await keepCopy(ledger, folder, now())
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
    const isMade = listCopies(folder).some(({ at }) => at <= now() && now() - at < DAY)
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
