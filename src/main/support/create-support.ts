import type { LogFile } from '../log/log-file.ts'
import { writeReport, type ReportSection } from './write-report.ts'

export interface SupportOptions {
  readonly now: () => number
  readonly logTail: LogFile['tail']
  /** Everything but the log. */
  readonly facts: () => readonly ReportSection[]
}

/** The report for support. */
export interface Support {
  /** Writes a new report. */
  report(): string
  /** Returns the latest report, and when it was written (epoch milliseconds). */
  last(): { readonly at: number; readonly text: string }
}

/** Some 500 lines: enough for a day, and short enough for a user to review. */
const MAX_LOG_BYTES = 64 * 1024

/** Creates the support report. The saved text is exactly the text that the user reviewed. */
export function createSupport({ now, logTail, facts }: SupportOptions): Support {
  let shown: { at: number; text: string } | null = null

  function write(): { at: number; text: string } {
    const at = now()
    return (shown = { at, text: writeReport({ at, sections: facts(), log: logTail(MAX_LOG_BYTES) }) })
  }

  return {
    report: () => write().text,
    last: () => shown ?? write(),
  }
}
