import { BYTE_ORDER_MARK, type Cell } from '../../shared/csv.ts'
import type { ExportFormat, TableForm } from '../../shared/sales/export.ts'
import type { ColumnName } from './table-words.ts'
import { localCell, tableLine, tableWords } from './write-table.ts'

/** Pages of records of one kind, and their table columns. */
export interface Records<T> {
  /** The file's own header fields. */
  readonly about: Readonly<Record<string, unknown>>
  /** The name of the list. */
  readonly name: string
  readonly columns: readonly ColumnName[]
  readonly pages: Iterable<readonly T[]>
  row(record: T): Readonly<Partial<Record<ColumnName, Cell>>>
}

/** How records are written; `table` is the form of a table. */
export interface WrittenAs {
  readonly format: ExportFormat
  readonly table: TableForm
}

/**
 * Yields the file in pieces, one per page: a CSV table with a line of headings, in the person's language, or one JSON object with every field,
 * for programs, which is the same in every language.
 */
export function writeRecords<T>(records: Records<T>, { format, table }: WrittenAs): Generator<string> {
  return format === 'csv' ? writeTable(records, table) : writeObject(records)
}

function* writeTable<T>({ columns, pages, row }: Records<T>, table: TableForm): Generator<string> {
  const headings = tableWords[table.language].columns
  yield (
    BYTE_ORDER_MARK +
    tableLine(
      columns.map((column) => headings[column]),
      table,
    )
  )
  for (const page of pages)
    yield page
      .map((record) => {
        const cells = row(record)
        return tableLine(
          columns.map((column) => localCell(column, cells[column] ?? null, table)),
          table,
        )
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
