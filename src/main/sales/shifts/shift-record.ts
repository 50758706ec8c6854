import type { Cell } from '../../../shared/csv.ts'
import { addDecimals } from '../../../shared/money.ts'
import { refundReasons } from '../../../shared/sales/refund-reasons.ts'
import type { ShiftReportView } from '../../../shared/sales/views.ts'
import { zonedTime } from '../../exports/record-values.ts'

export const shiftColumns = [
  'report',
  'shift',
  'currency',
  'openedAt',
  'closedAt',
  'float',
  'soldCount',
  'soldTotal',
  'refundCount',
  'refundTotal',
  'refundReasons',
  'paidIn',
  'paidOut',
  'expected',
  'counted',
  'differs',
  'difference',
  'counts',
  'recounts',
  'countNote',
  'openings',
  'cost',
  'margin',
  'marginLost',
  'costLost',
  'payments',
  'paymentsOnChain',
] as const

const zoned = (time: string): string => zonedTime(Date.parse(time))

/** Returns a shift's report as exported: Z of a closed shift, X of the open one. A null sum is hidden until the count. */
export function toShiftRecord(report: ShiftReportView) {
  const { number: shift, closedAt, openedAt, refunds, moves, counts, openings, onChain, ...rest } = report
  const dated = <T extends { readonly at: string }>(one: T): T => ({ ...one, at: zoned(one.at) })
  return {
    report: closedAt === null ? 'X' : 'Z',
    shift,
    openedAt: zoned(openedAt),
    closedAt: closedAt && zoned(closedAt),
    ...rest,
    refunds: refunds.map(dated),
    moves: moves.map(dated),
    counts: counts.map(dated),
    openings: openings.map(dated),
    onChain: onChain && dated(onChain),
  }
}
export type ShiftRecord = ReturnType<typeof toShiftRecord>

/** Returns the table row of a shift's report, without its single clerks, moves, counts and openings. */
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
    refundReasons: reasonsOf(record.refunds),
    marginLost: refundedCash.marginLost,
    costLost: refundedCash.costLost,
    paidIn: moved('in'),
    paidOut: moved('out'),
    counted: counted?.amount ?? null,
    differs: counted?.differs ?? null,
    difference: counted?.by ?? null,
    counts: record.counts.length,
    recounts: record.counts.filter(({ again }) => again).length,
    countNote: record.counts.at(-1)?.note ?? null,
    openings: record.openings.length,
    payments: record.onChain?.payments ?? null,
    paymentsOnChain: record.onChain?.found ?? null,
  }
}

/** Counts refunds by their reasons: "not-delivered 2, other 1"; null without a known reason. */
function reasonsOf(refunds: ShiftRecord['refunds']): string | null {
  const counted = refundReasons.flatMap((reason) => {
    const count = refunds.filter((refund) => refund.reason === reason).length
    return count === 0 ? [] : [`${reason} ${count}`]
  })
  return counted.join(', ') || null
}
