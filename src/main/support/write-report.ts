/** Named facts about one subject. Values are numbers, words of closed lists, times and hosts. */
export interface ReportSection {
  readonly title: string
  readonly rows: readonly (readonly [name: string, value: string | number | boolean | null])[]
}

export interface Report {
  /** Epoch milliseconds. */
  readonly at: number
  readonly sections: readonly ReportSection[]
  readonly log: readonly string[]
}

const ABOUT = [
  'It holds versions, settings, file sizes, server names, how many purchases there are, and the last lines of the log.',
  'It holds no keys, passwords, PINs, tokens, codes, people’s names, recipients, wallet addresses or amounts.',
]

/** Writes the report for support as plain text, in English. */
export function writeReport({ at, sections, log }: Report): string {
  const width = Math.max(0, ...sections.flatMap(({ rows }) => rows.map(([name]) => name.length)))
  const blocks = [
    ['Till: report for support', `Made ${new Date(at).toISOString()}`, '', ...ABOUT],
    ...sections.map(({ title, rows }) => [
      title,
      ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${shown(value)}`),
    ]),
    [`Log (last ${log.length} lines)`, ...log],
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function shown(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null ? '–' : String(value)
}
