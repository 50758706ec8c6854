import type { Locale } from '../../shared/app/locales.ts'
import { csvLine, type Cell } from '../../shared/csv.ts'
import { isDecimal } from '../../shared/money.ts'
import { readSold } from '../../shared/sales/sold-product.ts'
import type { TableForm } from '../../shared/sales/export.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'
import { amountColumns, timeColumns, wordColumns, type ColumnName, type TableWords } from './table-words.ts'

/** One set per language. */
export const tableWords: Readonly<Record<Locale, TableWords>> = { en: english, es: spanish, pt: portuguese, fr: french }

const amounts = new Set<ColumnName>(amountColumns)
const worded = new Set<ColumnName>(wordColumns)
const times = new Set<ColumnName>(timeColumns)

/** Returns a line of a table. Spreadsheets of a decimal comma expect semicolons between cells. */
export function tableLine(cells: readonly Cell[], { decimalSign }: Pick<TableForm, 'decimalSign'>): string {
  return csvLine(cells, decimalSign === ',' ? ';' : ',')
}

/** Returns a cell as the spreadsheet of a language reads it. */
export function localCell(column: ColumnName, cell: Cell, { language, decimalSign }: TableForm): Cell {
  if (typeof cell !== 'string') return cell
  if (amounts.has(column)) return isDecimal(cell) ? cell.replace('.', decimalSign) : cell
  if (worded.has(column)) return inWords(cell, tableWords[language].values)
  // A spreadsheet takes a day and a time for one in every language, but not with the zone behind them.
  if (times.has(column)) return cell.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)[+-]\d\d:\d\d$/, '$1 $2')
  const sold = column === 'product' ? readSold(cell) : null
  return sold === null ? cell : `${sold.brand} ${sold.amount.replace('.', decimalSign)} ${sold.currency}`
}

/** Returns a word, or a list of words with their counts, in a language; the service's own words stay as they are. */
function inWords(text: string, values: Readonly<Record<string, string>>): string {
  const words = text.split(', ').map((part) => {
    const [, word = '', count = ''] = /^(\S+)( \d+)?$/.exec(part) ?? []
    return Object.hasOwn(values, word) ? `${values[word]}${count}` : part
  })
  return words.join(', ')
}
