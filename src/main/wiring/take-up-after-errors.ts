import type { Timer } from '../../shared/timer.ts'
import { unstoredReason } from '../db/disk-errors.ts'
import type { TroubleReport } from '../engine/report-trouble.ts'

const AFTER_MS = 10_000

/**
 * Reports trouble to `to`, and calls `takeUp` 10 s after the disk failed or another program had the ledger locked, once for all errors of that
 * time: between a commit and what should follow it, this process may have lost sight of what the ledger has open.
 */
export function takeUpAfterErrors(to: TroubleReport, timer: Timer, takeUp: () => void): TroubleReport {
  let isDue = false
  function takeUpSoon(): void {
    if (isDue) return
    isDue = true
    timer(AFTER_MS, () => {
      takeUp()
      isDue = false
    })
  }
  return {
    onDiskError(error) {
      to.onDiskError(error)
      takeUpSoon()
    },
    onUnforeseen(error, what) {
      to.onUnforeseen(error, what)
      if (unstoredReason(error) !== null) takeUpSoon()
    },
  }
}
