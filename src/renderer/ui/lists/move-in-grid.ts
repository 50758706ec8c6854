/** The grid's layout: the columns, and the rows that a screen holds. */
export interface GridShape {
  readonly total: number
  readonly columns: number
  readonly rowsOnScreen: number
}

/** Returns the item a key leads to from item `index` of a grid or single-column list; null if it leads nowhere. */
export function moveInGrid(key: string, index: number, { total, columns, rowsOnScreen }: GridShape): number | null {
  const page = Math.max(1, rowsOnScreen - 1) * columns
  const last = total - 1
  const lastRow = Math.floor(last / columns)
  const moves: Readonly<Record<string, number>> = {
    ...(columns > 1 ? { ArrowLeft: index - 1, ArrowRight: index + 1 } : {}),
    ArrowUp: index - columns,
    // Below the last full row there may be a gap: the last item is nearest.
    ArrowDown: Math.floor(index / columns) < lastRow ? Math.min(last, index + columns) : index,
    PageUp: index - page < 0 ? index % columns : index - page,
    PageDown: Math.min(last, index + page),
    Home: 0,
    End: last,
  }
  const to = moves[key]
  return to === undefined || to < 0 || to > last || to === index ? null : to
}
