import { AppError } from '../../../shared/errors.ts'
import { addDecimals, compareDecimals, subtractDecimals, type Decimal } from '../../../shared/money.ts'
import type { Prices } from '../../../shared/sales/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { readMoves, type CashMove, type Shift } from '../shifts/shifts-repository.ts'

/** Returns how much cash a clerk may still take out in a shift without the manager; null for the manager and for no limit. */
export function findCashOutLeft(
  db: ReadableDb,
  { number, currency }: Shift,
  prices: Prices | null,
  clerk: string | null,
): Decimal | null {
  if (clerk === null) return null
  // A limit in another currency than the drawer's says nothing.
  const most = prices?.currency === currency ? prices.limits.cashOut : '0'
  if (most === null) return null
  const own = readMoves(db, number).filter((move) => move.direction === 'out' && move.clerkId === clerk)
  const taken = addDecimals(own.map(({ amount }) => amount))
  return compareDecimals(taken, most) >= 0 ? '0' : subtractDecimals(most, taken)
}

/** Throws AppError `limit-reached` for cash taken out above what is left. */
export function assertCashOutLeft(
  { direction, amount }: Pick<CashMove, 'direction' | 'amount'>,
  left: Decimal | null,
): void {
  if (direction === 'in' || left === null || compareDecimals(amount, left) <= 0) return
  throw new AppError('limit-reached', 'Only the manager takes out more', { details: { reason: 'cash-out', left } })
}
