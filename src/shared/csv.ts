/** The content of a table's cell; null is an empty one. */
export type Cell = string | number | null

/** Makes spreadsheets read a file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What stands between cells: a semicolon where the comma is the decimal sign. */
export type Separator = ',' | ';'

// At the start of a cell, and wherever a spreadsheet with another separator would start one. A phone number with spaces is none.
// Spreadsheets drop control characters, and show invisible ones as nothing.
const formulas = {
  ',': /(^|[;\t\r\n])([\s\p{Cc}\p{Cf}]*)(?!\+\d{1,3}(?: \d+)+(?:;|$))(?=[=+\-@＝＋－＠])/gu,
  ';': /(^|[,;\t\r\n])([\s\p{Cc}\p{Cf}]*)(?!\+\d{1,3}(?: \d+)+(?:;|$))(?=[=+\-@＝＋－＠])/gu,
} as const satisfies Readonly<Record<Separator, RegExp>>
const guarded = {
  ',': /(^|[;\t\r\n])([\s\p{Cc}\p{Cf}]*)'(?=[=+\-@＝＋－＠])/gu,
  ';': /(^|[,;\t\r\n])([\s\p{Cc}\p{Cf}]*)'(?=[=+\-@＝＋－＠])/gu,
} as const satisfies Readonly<Record<Separator, RegExp>>

/**
 * Returns a line of a CSV file (RFC 4180), with its line break. An apostrophe makes text of anything that a spreadsheet would read as a
 * formula.
 */
export function csvLine(cells: readonly Cell[], separator: Separator = ','): string {
  return `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`
}

/** Returns the text of a cell without the apostrophes that `csvLine` adds. */
export function asWritten(cell: string, separator: Separator): string {
  return cell.replace(guarded[separator], '$1$2')
}

function csvCell(cell: Cell, separator: Separator): string {
  const text = typeof cell === 'string' ? cell.replace(formulas[separator], "$1$2'") : String(cell ?? '')
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
