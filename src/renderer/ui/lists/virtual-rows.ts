export interface Window {
  readonly columns: number
  /** Index of the first drawn item, and of the one after the last. */
  readonly start: number
  readonly end: number
  /** Height in pixels of the rows before the first drawn one. */
  readonly before: number
  /** Height of all rows in pixels. */
  readonly height: number
}

/**
 * Returns which items of a grid to draw: those on screen and `overscan` rows around. All lengths are in pixels; `top` is
 * how far the grid's upper edge is above the screen's (negative: below it).
 */
export function windowOf(
  total: number,
  grid: { width: number; minWidth: number; rowHeight: number; gap: number },
  view: { top: number; height: number },
  overscan = 3,
): Window {
  const columns = Math.max(1, Math.floor((grid.width + grid.gap) / (grid.minWidth + grid.gap)))
  const rows = Math.ceil(total / columns)
  const step = grid.rowHeight + grid.gap
  const first = Math.min(Math.max(0, Math.floor(view.top / step) - overscan), Math.max(0, rows - 1))
  const last = Math.min(rows, Math.max(first, Math.ceil((view.top + view.height) / step)) + overscan)
  return {
    columns,
    start: first * columns,
    end: Math.min(total, last * columns),
    before: first * step,
    height: rows === 0 ? 0 : rows * step - grid.gap,
  }
}
