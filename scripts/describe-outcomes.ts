import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { attentionReasons } from '../src/shared/purchase.ts'
import { reportErrors } from '../src/renderer/modules/purchases/report-keys.ts'
import { networkRows } from './outcomes/network-rows.ts'
import { columns, outcomeRows, type Column, type Row } from './outcomes/rows.ts'

/** Where the list of sentences is kept. */
export const outcomesFile = join(import.meta.dirname, '../docs/outcomes.md')

const headings: Readonly<Record<Column, string>> = {
  question: 'question',
  payment: 'payment',
  registration: 'registration',
  service: 'service’s status',
  refund: 'refund',
  report: 'last report',
}

/** Returns what the page of a purchase says in every state that a purchase can be in, as Markdown. */
export async function describeOutcomes(): Promise<string> {
  const rows = outcomeRows()
  const text = [
    '# What Till says of a purchase',
    'Made by `npm run outcomes` from the states of `src/shared/purchase.ts`, the views that main makes of them and the English messages. ' +
      'A test fails where they differ. Every sentence here must be true in every state below it.',
    'A state is named by its payment, its registration (`unclear` after an answer that says nothing), the service’s status, the refund, ' +
      'and how the last report to the service ended. What is left out is not there yet; “any” stands for no error and each of ' +
      `${reportErrors.map((code) => `\`${code}\``).join(', ')}.`,
    ...[null, ...attentionReasons].flatMap((reason) => [
      reason === null ? '## Nothing is asked' : `## Asked: ${reason}`,
      ...section(rows.filter(({ where }) => where.question.includes(reason ?? '–'))),
    ]),
    '## While the network decides',
    networkRows()
      .map(({ where, shown }) => `- ${shown}\n  - ${where}`)
      .join('\n'),
  ].join('\n\n')
  return format(text, { ...(await resolveConfig(outcomesFile)), parser: 'markdown' })
}

/** Sentences once each, with the states below them. */
function section(rows: readonly Row[]): string[] {
  const byText = Map.groupBy(rows, ({ shown }) => shown)
  return [
    [...byText]
      .map(([shown, same]) => [`- ${shown}`, ...same.map(({ where }) => `  - ${stateOf(where)}`)].join('\n'))
      .join('\n'),
  ]
}

function stateOf(where: Row['where']): string {
  return columns
    .filter((column) => column !== 'question')
    .map((column) => [headings[column], valuesOf(column, where[column])])
    .filter(([, values]) => values !== 'no error' && values !== '')
    .map(([heading, values]) => `${heading}: ${values}`)
    .join(' · ')
}

function valuesOf(column: Column, values: readonly string[]): string {
  if (column === 'report' && values.length > reportErrors.length) return 'any'
  return column === 'refund' && values.join() === 'none'
    ? ''
    : values.map((value) => (value === '–' ? 'no error' : value)).join(', ')
}
