import { isDiskError } from '../db/disk-errors.ts'

/** The receiver of error reports. */
export interface TroubleReport {
  /** The ledger met a disk error: paying stops. */
  onDiskError(error: unknown): void
  /** `what` failed unexpectedly; it is retried later. */
  onUnforeseen(error: unknown, what: string): void
}

/** Reports an unexpected error of `what`. */
export function reportTrouble(to: TroubleReport, error: unknown, what: string): void {
  if (isDiskError(error)) to.onDiskError(error)
  else to.onUnforeseen(error, what)
}

/** Runs `work`, and reports an error it throws. */
export function attempt(to: TroubleReport, what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    reportTrouble(to, error, what)
  }
}
