import { spanOfDays, type Period } from '../../../shared/periods.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { readSalesAfter, type Sale } from '../sales-repository.ts'

// Small enough that reading a page blocks nothing.
const PAGE = 100

/** Yields the sales of a shift or a span of days, converted by `make`, page by page, oldest first. */
export function* pagesOfSales<T>(
  db: ReadableDb,
  which: { readonly shift: number } | { readonly first: Period; readonly last: Period },
  make: (sale: Sale) => T,
): Generator<T[]> {
  const within = 'shift' in which ? which : spanOfDays(which.first, which.last)
  let last: Sale | null = null
  for (;;) {
    const page = readSalesAfter(db, within, last, PAGE)
    if (page.length === 0) return
    yield page.map(make)
    last = page.at(-1) ?? null
  }
}
