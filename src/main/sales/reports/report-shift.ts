import { countDrawer } from '../../../shared/sales/drawer-count.ts'
import { addDecimals, subtractDecimals, type Decimal } from '../../../shared/money.ts'
import type { ShiftReportView } from '../../../shared/sales/views.ts'
import type { Count, Opening } from '../drawer/drawer-repository.ts'
import type { Sale } from '../sales-repository.ts'
import type { CashMove, ChainCheck, Shift } from '../shifts/shifts-repository.ts'

/** The records that a shift's report adds up. */
export interface ShiftBooks {
  readonly shift: Shift
  readonly sales: readonly Sale[]
  readonly returned: readonly Sale[]
  readonly moves: readonly CashMove[]
  readonly counts: readonly Count[]
  readonly openings: readonly Opening[]
  readonly chainCheck: ChainCheck | null
}

/** A shift's report with all its sums. */
export type ShiftReport = ReturnType<typeof reportShift>

/** Returns how many sales, refunds and moves a shift has. */
export function countEntries({ sales, returned, moves }: Pick<ShiftBooks, 'sales' | 'returned' | 'moves'>): number {
  return sales.length + returned.length + moves.length
}

/** Adds up a shift. The expected drawer is the float plus cash sales and deposits, less withdrawals and refunds. */
export function reportShift({ shift, sales, returned, moves, counts, openings, chainCheck }: ShiftBooks) {
  const { number, currency, float, openedAt, closedAt } = shift
  const sold = totalOf(sales.map(({ price }) => price))
  // A refunded sale earned nothing; a refund in a later shift counts as that shift's loss.
  const notReturned = sales.filter((one) => one.returned?.shift !== number)
  const cost = addDecimals(notReturned.map((one) => one.cost))
  const brought = addDecimals(notReturned.map(({ price }) => price))
  const back = totalOf(returned.map(({ price }) => price))
  const lost = returned.filter((one) => one.shift !== number)
  const moved = (direction: CashMove['direction']): Decimal =>
    addDecimals(moves.filter((move) => move.direction === direction).map(({ amount }) => amount))
  const came = addDecimals([float, sold.total, moved('in')])
  const expected = subtractDecimals(came, addDecimals([moved('out'), back.total]))
  const last = counts.at(-1)
  // Whatever the clocks say: anything that was sold or moved since then changes one of the two.
  const isCounted = last?.entries === countEntries({ sales, returned, moves }) && last.expected === expected
  const final = shift.counted ?? (isCounted ? last.amount : null)
  // By id, because two clerks can share a name.
  const sellers = new Map(sales.map(({ clerkId, by }) => [clerkId, by]))
  return {
    number,
    currency,
    float,
    expected,
    openedAt: new Date(openedAt).toISOString(),
    closedAt: closedAt === null ? null : new Date(closedAt).toISOString(),
    sold: { ...sold, cost, margin: subtractDecimals(brought, cost) },
    refundedCash: {
      ...back,
      marginLost: addDecimals(lost.map(({ price, cost }) => subtractDecimals(price, cost))),
      costLost: addDecimals(returned.filter((one) => one.returned?.delivered).map((one) => one.cost)),
    },
    refunds: returned.map(({ number, price, returned: refund }) => ({
      at: new Date(refund?.at ?? 0).toISOString(),
      by: refund?.by ?? null,
      number,
      amount: price,
      reason: refund?.reason ?? null,
      note: refund?.note ?? null,
      delivered: refund?.delivered === true,
    })),
    clerks: [...sellers].map(([clerk, by]) => ({
      clerk,
      by,
      ...totalOf(sales.filter(({ clerkId }) => clerkId === clerk).map(({ price }) => price)),
    })),
    moves: moves.map(({ at, clerkId: _clerkId, ...move }) => ({ ...move, at: new Date(at).toISOString() })),
    openings: openings.map(({ at, by, reason }) => ({ at: new Date(at).toISOString(), by, reason })),
    counted: final === null ? null : countDrawer(final, expected),
    onChain: chainCheck && { ...chainCheck, at: new Date(chainCheck.at).toISOString() },
    counts: counts.map(({ at, by, amount, expected, note, entries }, index) => ({
      at: new Date(at).toISOString(),
      by,
      amount,
      expected,
      // Nothing was sold or moved since the count before: the same cash was counted once more.
      again: counts[index - 1]?.entries === entries && counts[index - 1]?.expected === expected,
      note,
    })),
  }
}

/** Returns a report without its sums, from which the expected cash could be worked out. How many sales there were tells nothing. */
export function hideSums(report: ShiftReport): ShiftReportView {
  const { sold, refundedCash, refunds, clerks, counts } = report
  return {
    ...report,
    expected: null,
    sold: { ...sold, total: null, cost: null, margin: null },
    refundedCash: { ...refundedCash, total: null, marginLost: null, costLost: null },
    refunds: refunds.map((one) => ({ ...one, amount: null })),
    clerks: clerks.map((one) => ({ ...one, total: null })),
    counts: counts.map((one) => ({ ...one, expected: null })),
  }
}

function totalOf(amounts: readonly Decimal[]): { count: number; total: Decimal } {
  return { count: amounts.length, total: addDecimals(amounts) }
}
