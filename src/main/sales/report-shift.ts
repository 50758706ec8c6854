import { countDrawer } from '../../shared/sales/drawer-count.ts'
import { addDecimals, subtractDecimals, type Decimal } from '../../shared/money.ts'
import type { ShiftReportView } from '../../shared/sales/views.ts'
import type { Sale } from './sales-repository.ts'
import type { CashMove, Shift } from './shifts-repository.ts'

/** The records that a shift's report adds up. */
export interface ShiftBooks {
  readonly shift: Shift
  readonly sales: readonly Sale[]
  readonly returned: readonly Sale[]
  readonly moves: readonly CashMove[]
}

/** Adds up a shift. The expected drawer is the float plus cash sales and deposits, less withdrawals and refunds. */
export function reportShift({ shift, sales, returned, moves }: ShiftBooks): ShiftReportView {
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
    refundedCash: { ...back, marginLost: addDecimals(lost.map(({ price, cost }) => subtractDecimals(price, cost))) },
    clerks: [...sellers].map(([clerk, by]) => ({
      clerk,
      by,
      ...totalOf(sales.filter(({ clerkId }) => clerkId === clerk).map(({ price }) => price)),
    })),
    moves: moves.map(({ at, clerkId: _clerkId, ...move }) => ({ ...move, at: new Date(at).toISOString() })),
    counted: shift.counted === null ? null : countDrawer(shift.counted, expected),
  }
}

function totalOf(amounts: readonly Decimal[]): { count: number; total: Decimal } {
  return { count: amounts.length, total: addDecimals(amounts) }
}
