/** The content of a table's cell; null is an empty one. */
export type Cell = string | number | null

/** Makes spreadsheets read a file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

// At the start of a cell, and wherever a spreadsheet with another separator than the comma would start one. A phone number with spaces is none.
// Spreadsheets drop control characters, and show invisible ones as nothing.
const formula = /(^|[;\t\r\n])([\s\p{Cc}\p{Cf}]*)(?!\+\d{1,3}(?: \d+)+(?:;|$))(?=[=+\-@＝＋－＠])/gu

/**
 * Returns a line of a CSV file (RFC 4180), with its line break. An apostrophe makes text of anything that a spreadsheet would read as a
 * formula.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Returns the text of a cell without the apostrophes that `csvLine` adds. */
export function asWritten(cell: string): string {
  return cell.replace(/(^|[;\t\r\n])([\s\p{Cc}\p{Cf}]*)'(?=[=+\-@＝＋－＠])/gu, '$1$2')
}

function csvCell(cell: Cell): string {
  const text = typeof cell === 'string' ? cell.replace(formula, "$1$2'") : String(cell ?? '')
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
