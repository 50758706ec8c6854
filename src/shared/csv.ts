/** What stands in a table's cell; null is an empty one. */
export type Cell = string | number | null

// At a cell's beginning, and wherever a spreadsheet that cuts at other signs than commas would begin one.
const formula = /(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g

/** A line of a CSV file (RFC 4180), with its end; what a spreadsheet would take as a formula is made text by an apostrophe before it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  const text = typeof cell === 'string' ? cell.replace(formula, "$1$2'") : String(cell ?? '')
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
