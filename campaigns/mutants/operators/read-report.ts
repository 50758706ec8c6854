import type { Kind } from './modules.ts'

/** A position in a file; line and column both start at 1. */
interface Position {
  readonly line: number
  readonly column: number
}

interface ReportedMutant {
  readonly status: string
  readonly replacement: string
  readonly location: { readonly start: Position; readonly end: Position }
}

/** The part of Stryker's report that is read here (mutation-testing-report-schema 2). */
export interface StrykerReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly ReportedMutant[] }>>
}

/** One changed line, or several as one, identified by their text: an edit above would change line numbers. */
export interface Change {
  readonly file: string
  readonly line: string
  readonly becomes: string
}

/** The faults of one kind of modules. */
export interface KindScore {
  readonly kind: Kind
  readonly mutants: number
  readonly caught: number
  readonly survivors: readonly Change[]
}

const caughtStatuses = ['Killed', 'Timeout']
const survivingStatuses = ['Survived', 'NoCoverage']

/** Counts by kind what the tests caught, and lists what they missed. A mutant that does not run is not counted. */
export function readReport({ files }: StrykerReport, kindOf: (file: string) => Kind): KindScore[] {
  const kinds = new Map<Kind, { mutants: number; caught: number; survivors: Change[] }>()
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const kind = kindOf(file)
    const score = kinds.get(kind) ?? { mutants: 0, caught: 0, survivors: [] }
    kinds.set(kind, score)
    const survivors = mutants.filter(({ status }) => survivingStatuses.includes(status))
    const caught = mutants.filter(({ status }) => caughtStatuses.includes(status)).length
    score.mutants += caught + survivors.length
    score.caught += caught
    score.survivors.push(...survivors.map((mutant) => changeOf(file, source, mutant)))
  }
  return [...kinds].map(([kind, score]) => ({ kind, ...score }))
}

/** Whether two changes are the same one. */
export function isSameChange(one: Change, other: Change): boolean {
  return one.file === other.file && one.line === other.line && one.becomes === other.becomes
}

function changeOf(file: string, source: string, { replacement, location: { start, end } }: ReportedMutant): Change {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const before = lines.at(0)?.slice(0, start.column - 1) ?? ''
  const after = lines.at(-1)?.slice(end.column - 1) ?? ''
  return { file, line: onOneLine(lines.join(' ')), becomes: onOneLine(before + replacement + after) }
}

/** Returns code with single spaces only, since line breaks carry no meaning. */
export function onOneLine(code: string): string {
  return code.replace(/\s+/g, ' ').trim()
}
