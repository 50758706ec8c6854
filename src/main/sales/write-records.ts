import { csvLine, type Cell } from '../../shared/csv.ts'
import type { ExportFormat } from '../../shared/sales/export.ts'

// By which spreadsheets know UTF-8.
const BYTE_ORDER_MARK = '\uFEFF'

/** Records of one kind, a page at a time, and what a table has of each. */
export interface Records<T> {
  /** What the file as a whole says of itself. */
  readonly about: Readonly<Record<string, unknown>>
  /** The name of the list. */
  readonly name: string
  readonly columns: readonly string[]
  readonly pages: Iterable<readonly T[]>
  row(record: T): Readonly<Record<string, Cell>>
}

/** The pieces of a file, one a page: a table with its columns' names in the first line, or one object with all that is known. */
export function writeRecords<T>(records: Records<T>, format: ExportFormat): Generator<string> {
  return format === 'csv' ? writeTable(records) : writeObject(records)
}

function* writeTable<T>({ columns, pages, row }: Records<T>): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns)
  for (const page of pages)
    yield page
      .map((record) => {
        const cells = row(record)
        return csvLine(columns.map((column) => cells[column] ?? null))
      })
      .join('')
}

function* writeObject<T>({ about, name, pages }: Records<T>): Generator<string> {
  yield `${JSON.stringify(about, null, 2).slice(0, -2)},\n  ${JSON.stringify(name)}: [`
  let isFirst = true
  for (const page of pages) {
    if (page.length === 0) continue
    yield (isFirst ? '\n    ' : ',\n    ') + page.map((record) => JSON.stringify(record)).join(',\n    ')
    isFirst = false
  }
  yield `${isFirst ? '' : '\n  '}]\n}\n`
}
