import type { RequestArgument } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ReferenceForm, TableForm } from '../../../shared/sales/export.ts'
import { spanOfDays, type Period } from '../../../shared/periods.ts'
import type { DaySummaryView, SalesReportView } from '../../../shared/sales/views.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import { createPaymentCheck } from '../check-payments.ts'
import { refuse, type Shifts } from '../shifts/create-shifts.ts'
import { pagesOfSales } from './pages-of-sales.ts'
import { reportDay } from './report-day.ts'
import { reportPeriod } from './report-period.ts'
import { hideAmounts, saleColumns, toSaleRecord, type SaleRecord } from '../sale-record.ts'
import type { Sale } from '../sales-repository.ts'
import { shiftColumns, toShiftRecord, toShiftRow, type ShiftRecord } from '../shifts/shift-record.ts'
import { readShift, readShiftsOpened } from '../shifts/shifts-repository.ts'
import { fileName, shiftPart } from '../../exports/file-name.ts'
import { writeRecords } from '../../exports/write-records.ts'
import { zonedTime } from '../../exports/record-values.ts'

/** An export file; its pieces are generated while it is written. */
export interface Exported {
  readonly name: string
  readonly text: Iterable<string>
}

type Which = RequestArgument<'shift.export'>['of']

/** The shop's sales reports and exports. */
export interface Reports {
  /** Adds up the sales of a day or a month, without an open shift whose sums would tell what to count. */
  report(period: Period): SalesReportView
  /** Adds up the cash of a day, without its sums while they would tell what to count. */
  day(day: Period): DaySummaryView
  /**
   * Asks the nodes which payments of a closed shift's sales are on chain, and stores how many. Throws AppError `not-found`, `not-allowed`
   * with the reason `shift-open`, or the error of a network that does not answer.
   */
  checkPayments(shift: number): Promise<void>
  /** Exports the sales of a shift or of a span of days. Throws AppError `not-found` if there is no such shift. */
  exportSales(input: SalesExport): Exported
  /** Exports the report of a shift, or of all shifts opened in a span of days. Throws AppError `not-found` if there is no such shift. */
  exportShifts(input: RequestArgument<'shift.export'>): Exported
}

/** Which sales are exported, and in which form. */
export interface SalesExport extends Omit<RequestArgument<'sales.export'>, 'password'> {
  readonly references: ReferenceForm
}

export interface ReportsOptions {
  readonly ledger: WritableDb
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly shifts: Pick<Shifts, 'current' | 'report'>
  readonly purchases: Pick<Purchases, 'booked' | 'row' | 'isOnChain'>
}

/** Opens the reports over the ledger's sales. */
export function createReports({ ledger, now, shifts, purchases }: ReportsOptions): Reports {
  const checkPayments = createPaymentCheck({ ledger, now, purchases })
  function refuseUnknown(which: Which): void {
    if ('shift' in which && readShift(ledger, which.shift) === null)
      throw new AppError('not-found', 'There is no such shift')
  }
  /** Returns the open shift's number while its sums are hidden; null otherwise. */
  function blindShift(): number | null {
    const open = shifts.current()?.number ?? null
    return open !== null && shifts.report(open).expected === null ? open : null
  }
  function numbersOf(which: Which): number[] {
    return 'shift' in which ? [which.shift] : readShiftsOpened(ledger, spanOfDays(which.first, which.last))
  }

  return {
    report: (period) => reportPeriod(ledger, period, blindShift()),
    day: (day) => reportDay(ledger, day, blindShift()),
    async checkPayments(number) {
      refuseUnknown({ shift: number })
      if (readShift(ledger, number)?.closedAt === null) refuse('shift-open', 'The shift is still open')
      await checkPayments(number)
    },
    exportSales({ of, format, table, references }) {
      refuseUnknown(of)
      const blind = blindShift()
      function record(sale: Sale): SaleRecord {
        const made = toSaleRecord(sale, purchases.booked(sale.purchaseId), references)
        return sale.shift === blind ? hideAmounts(made) : made
      }
      const records = {
        about: { kind: 'till-sales', version: 1, madeAt: zonedTime(now()), of, references },
        name: 'sales',
        columns: saleColumns,
        pages: pagesOfSales(ledger, of, record),
        row: (made: SaleRecord) => made,
      }
      return {
        name: fileName('sales', table, [nameOf(of, table)], format),
        text: writeRecords(records, { format, table }),
      }
    },
    exportShifts({ of, format, table }) {
      refuseUnknown(of)
      function* pages(): Generator<ShiftRecord[]> {
        for (const number of numbersOf(of)) yield [toShiftRecord(shifts.report(number))]
      }
      const records = {
        about: { kind: 'till-shifts', version: 1, madeAt: zonedTime(now()), of },
        name: 'shifts',
        columns: shiftColumns,
        pages: pages(),
        row: toShiftRow,
      }
      return {
        name: fileName('shifts', table, [nameOf(of, table)], format),
        text: writeRecords(records, { format, table }),
      }
    },
  }
}

function nameOf(which: Which, table: TableForm): string {
  if ('shift' in which) return shiftPart(which.shift, table)
  return which.first === which.last ? which.first : `${which.first}-${which.last}`
}
