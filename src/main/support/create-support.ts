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
  /** Writes it anew. */
  report(): string
  /** The report that was written last, with a name for its file. */
  last(): { readonly name: string; readonly text: string }
}

/** Some 500 lines: what happened today, and a text that a person can still look through. */
const MOST_LOG_BYTES = 64 * 1024

/** Creates the report's room: what a person looked at is what is saved. */
export function createSupport({ now, logTail, facts }: SupportOptions): Support {
  let shown: { at: number; text: string } | null = null

  function write(): { at: number; text: string } {
    const at = now()
    return (shown = { at, text: writeReport({ at, sections: facts(), log: logTail(MOST_LOG_BYTES) }) })
  }

  return {
    report: () => write().text,
    last() {
      const { at, text } = shown ?? write()
      return { name: `till-report-${new Date(at).toISOString().slice(0, 16).replace(/[-:]/g, '')}.txt`, text }
    },
  }
}
