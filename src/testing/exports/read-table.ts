import { parse } from 'csv-parse/sync'
import { locales } from '../../shared/app/locales.ts'
import type { TableForm } from '../../shared/sales/export.ts'
import { amountColumns, type ColumnName } from '../../main/exports/table-words.ts'
import { tableWords } from '../../main/exports/write-table.ts'

export const inEnglish: TableForm = { language: 'en', decimalSign: '.' }

/** Every form in which a table is exported: each language, with both decimal signs. */
export const localTables: readonly TableForm[] = locales.flatMap((language) =>
  ([',', '.'] as const).map((decimalSign) => ({ language, decimalSign })),
)

/**
 * Reads an exported table as a spreadsheet of its language does, with amounts as exact decimals; the keys of its rows are the columns' names.
 * Throws if a heading is not the language's own, or an amount has another decimal sign.
 */
export function readTable(
  text: string,
  columns: readonly ColumnName[],
  { language, decimalSign }: TableForm,
): Record<string, string>[] {
  const delimiter = decimalSign === ',' ? ';' : ','
  const [headings = [], ...lines] = parse(text, { bom: true, delimiter, relax_column_count: false })
  const expected = columns.map((column) => tableWords[language].columns[column])
  if (JSON.stringify(headings) !== JSON.stringify(expected)) throw new Error(`Other headings: ${headings.join()}`)
  return lines.map((cells) =>
    Object.fromEntries(columns.map((column, place) => [column, decimalOf(column, cells[place] ?? '', decimalSign)])),
  )
}

const amounts = new Set<ColumnName>(amountColumns)

function decimalOf(column: ColumnName, cell: string, sign: ',' | '.'): string {
  if (!amounts.has(column) || cell === '') return cell
  if (!new RegExp(`^\\d+(?:\\${sign}\\d+)?$`).test(cell)) throw new Error(`No amount with ${sign}: ${cell}`)
  return cell.replace(sign, '.')
}
