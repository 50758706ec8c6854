import { AppError } from '../../../shared/errors.ts'
import type { Decimal } from '../../../shared/money.ts'
import { isDenomination, sumOfPieces } from '../../../shared/sales/denominations.ts'
import { countDrawer } from '../../../shared/sales/drawer-count.ts'
import type { CountedCash, ShiftCountView } from '../../../shared/sales/views.ts'
import type { WritableDb } from '../../db/connections.ts'
import { insertCount } from './drawer-repository.ts'
import { readBooks } from '../reports/read-books.ts'
import { countEntries, reportShift } from '../reports/report-shift.ts'
import type { Shift } from '../shifts/shifts-repository.ts'

/** Stores a count of a shift's drawer, then returns what was expected. Throws AppError `invalid-input` for pieces of another currency. */
export function storeCount(
  ledger: WritableDb,
  shift: Shift,
  cash: CountedCash,
  clerk: string | null,
  at: number,
): ShiftCountView {
  const amount = amountOf(cash, shift.currency)
  const books = readBooks(ledger, shift)
  const { expected } = reportShift(books)
  const pieces = 'pieces' in cash ? cash.pieces.filter(({ count }) => count > 0) : null
  insertCount(ledger, { shift: shift.number, clerk, at, amount, expected, entries: countEntries(books), pieces })
  return { ...countDrawer(amount, expected), expected }
}

function amountOf(cash: CountedCash, currency: string): Decimal {
  if ('total' in cash) return cash.total
  if (!cash.pieces.every((piece) => isDenomination(currency, piece)))
    throw new AppError('invalid-input', 'The currency has no such bill or coin')
  return sumOfPieces(cash.pieces)
}
