import { join } from 'node:path'
import { createLog, type Log } from './create-log.ts'
import type { LogLevel } from './entries.ts'
import { openLogFile, type LogFile } from './log-file.ts'

/** The log of a data folder: its writer, and the reader for support reports. */
export interface OpenLog {
  readonly log: Log
  readonly logTail: LogFile['tail']
}

/** Opens the log in the folder `logs` of a data folder. */
export function openLog(dataDir: string, level: LogLevel): OpenLog {
  const file = openLogFile({ folder: join(dataDir, 'logs') })
  return {
    log: createLog({ level, append: file.append, now: Date.now, monotonic: () => performance.now() }),
    logTail: file.tail,
  }
}
