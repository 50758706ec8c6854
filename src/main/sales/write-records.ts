import { BYTE_ORDER_MARK, csvLine, type Cell } from '../../shared/csv.ts'
import type { ExportFormat } from '../../shared/sales/export.ts'

/** Pages of records of one kind, and their table columns. */
export interface Records<T> {
  /** The file's own header fields. */
  readonly about: Readonly<Record<string, unknown>>
  /** The name of the list. */
  readonly name: string
  readonly columns: readonly string[]
  readonly pages: Iterable<readonly T[]>
  row(record: T): Readonly<Record<string, Cell>>
}

/** Yields the file in pieces, one per page: a CSV table with a header line, or one JSON object with every field. */
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
