import type { Cell } from '../../shared/csv.ts'
import { addDecimals } from '../../shared/money.ts'
import type { ShiftReportView } from '../../shared/sales/views.ts'
import { zonedTime } from './zoned-time.ts'

export const shiftColumns = [
  ...(['report', 'shift', 'currency', 'openedAt', 'closedAt', 'float', 'soldCount', 'soldTotal'] as const),
  ...(['refundCount', 'refundTotal', 'paidIn', 'paidOut', 'expected', 'counted', 'differs', 'difference'] as const),
  ...(['cost', 'margin', 'marginLost'] as const),
]

const zoned = (time: string): string => zonedTime(Date.parse(time))

/** Returns a shift's report as exported: Z of a closed shift, X of the open one. */
export function toShiftRecord(report: ShiftReportView) {
  const { number: shift, closedAt, openedAt, moves, ...rest } = report
  return {
    report: closedAt === null ? 'X' : 'Z',
    shift,
    openedAt: zoned(openedAt),
    closedAt: closedAt && zoned(closedAt),
    ...rest,
    moves: moves.map((move) => ({ ...move, at: zoned(move.at) })),
  }
}
export type ShiftRecord = ReturnType<typeof toShiftRecord>

/** Returns the table row of a shift's report, without its single clerks and moves. */
export function toShiftRow(record: ShiftRecord): Record<(typeof shiftColumns)[number], Cell> {
  const { report, shift, currency, openedAt, closedAt, float, sold, refundedCash, moves, expected, counted } = record
  const moved = (direction: 'in' | 'out'): string =>
    addDecimals(moves.filter((move) => move.direction === direction).map(({ amount }) => amount))
  return {
    report,
    shift,
    currency,
    openedAt,
    closedAt,
    float,
    expected,
    soldCount: sold.count,
    soldTotal: sold.total,
    cost: sold.cost,
    margin: sold.margin,
    refundCount: refundedCash.count,
    refundTotal: refundedCash.total,
    marginLost: refundedCash.marginLost,
    paidIn: moved('in'),
    paidOut: moved('out'),
    counted: counted?.amount ?? null,
    differs: counted?.differs ?? null,
    difference: counted?.by ?? null,
  }
}
