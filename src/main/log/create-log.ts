import { describeError } from './describe-error.ts'
import { entries, logLevels, type EntryName, type FieldsOf, type LogLevel } from './entries.ts'
import type { Kind } from './kinds.ts'

export interface LogMore {
  /** Described without anything that can hold a secret; the terminal shows it in full. */
  readonly error?: unknown
  /** Shown on the terminal instead of the entry, nothing for null; never written to the file. */
  readonly sentence?: string | null
}

/** Writes one of the known entries. Never throws. */
export type Log = <N extends EntryName>(name: N, fields: FieldsOf<N>, more?: LogMore) => void

export interface LogOptions {
  readonly level: LogLevel
  /** Receives each finished line. */
  readonly append: (line: string) => void
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly monotonic: () => number
  /** Shows errors on the terminal that started Till. */
  readonly print?: (...parts: unknown[]) => void
}

/** The most lines of one entry per minute: repetitions must not push older lines out of the files. */
const MAX_PER_MINUTE = 100
const MINUTE_MS = 60_000

/** Creates a log. It writes one line per entry of its level or worse: `time level name text field=value … error`. */
export function createLog({ level, append, now, monotonic, print = console.error }: LogOptions): Log {
  const levels = new Set(logLevels.slice(0, logLevels.indexOf(level) + 1))
  const limit = createLimit(monotonic)
  return (name, fields, { error, sentence } = {}) => {
    const { level: own, text } = entries[name]
    const parts = [text, ...written(name, fields)]
    if (sentence === undefined && own === 'error') print(`${parts.join(' ')}:`, error)
    else if (typeof sentence === 'string') print(sentence)
    if (!levels.has(own)) return
    const leftOut = limit(name)
    if (leftOut === null) return
    if (leftOut > 0) parts.push(`left-out=${leftOut}`)
    if (error !== undefined) parts.push(describeError(error))
    append([new Date(now()).toISOString(), own.padEnd(5), name, ...parts].join(' '))
  }
}

/** Formats the fields that an entry declares, each by its kind. */
function written<N extends EntryName>(name: N, fields: FieldsOf<N>): string[] {
  const given = fields as Readonly<Record<string, unknown>>
  return Object.entries(entries[name].fields as Readonly<Record<string, Kind<unknown>>>).flatMap(([field, kind]) => {
    const value = given[field] ?? null
    return value === null ? [] : [`${field}=${kind.write(value)}`]
  })
}

/** Returns a function that returns how many lines of an entry were dropped before this one; null if this one is dropped too. */
function createLimit(monotonic: () => number): (name: EntryName) => number | null {
  const counts = new Map<EntryName, { readonly since: number; lines: number }>()
  return (name) => {
    const known = counts.get(name)
    if (known !== undefined && monotonic() - known.since < MINUTE_MS) {
      known.lines += 1
      return known.lines > MAX_PER_MINUTE ? null : 0
    }
    counts.set(name, { since: monotonic(), lines: 1 })
    return Math.max(0, (known?.lines ?? 0) - MAX_PER_MINUTE)
  }
}
