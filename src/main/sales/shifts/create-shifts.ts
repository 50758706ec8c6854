import type { RequestArgument, RequestOutput } from '../../../shared/contract.ts'
import { AppError, type ErrorReason } from '../../../shared/errors.ts'
import { compareDecimals, type Decimal } from '../../../shared/money.ts'
import { countDrawer } from '../../../shared/sales/drawer-count.ts'
import type {
  CountedCash,
  ListedShiftView,
  Prices,
  ShiftCountView,
  ShiftReportView,
  ShiftView,
} from '../../../shared/sales/views.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import { assertCashOutLeft, findCashOutLeft } from '../drawer/cash-out-limit.ts'
import { writeCountNote } from '../drawer/drawer-repository.ts'
import { readPrices, writePrices } from '../shop-repository.ts'
import { readBooks } from '../reports/read-books.ts'
import { hideSums, reportShift, type ShiftReport } from '../reports/report-shift.ts'
import { storeCount } from '../drawer/store-count.ts'
import {
  closeShift,
  countShifts,
  insertMove,
  insertShift,
  listShifts,
  readOpenShift,
  readShift,
  type ListedShift,
  type Shift,
} from './shifts-repository.ts'

/**
 * The shifts, each from its opening float to its count, and the rules for cash prices. `clerk` is the id of the current user; null is the
 * manager.
 */
export interface Shifts {
  prices(): Prices | null
  /**
   * Throws AppError `not-allowed` with the reason `shift-open` for another currency during a shift, or `policy` if the policy sets prices.
   */
  setPrices(prices: Prices): Prices
  current(): ShiftView | null
  /**
   * Returns the open shift and the price rules. Throws AppError `not-allowed` with the reason `no-shift`, `no-prices`, or `shift-open` if
   * their currencies differ.
   */
  selling(): { readonly shift: Shift; readonly prices: Prices }
  /** Throws AppError `not-allowed` with the reason `no-prices` or `shift-open` if no shift may open. */
  assertMayOpen(): void
  /** Throws the AppErrors of `assertMayOpen`. */
  open(float: string): ShiftView
  /**
   * Returns how much cash a clerk may still take out in the open shift without the manager; null for no limit. What the manager approved
   * counts too. Throws AppError `not-allowed` with the reason `no-shift`.
   */
  cashOutLeft(clerk: string | null): Decimal | null
  /**
   * Throws AppError `not-allowed` with the reason `no-shift`, or `drawer-short` if the drawer cannot hold that much; `limit-reached` above
   * the clerk's limit, unless the manager approved it.
   */
  move(move: Move, clerk: string | null, byManager?: boolean): void
  /**
   * Returns the open shift if its drawer holds `amount`. Throws the AppErrors of `move`, and `other-currency` if the drawer's currency is
   * not `currency`.
   */
  withInDrawer(amount: string, currency?: string): Shift
  /**
   * Returns a shift's report, without its sums as long as its drawer must be counted blind. Throws AppError `not-found` if there is no such
   * shift, or none is open.
   */
  report(number: number | null): ShiftReportView
  /**
   * Stores a count of the open shift's drawer, and says only then what was expected. Throws AppError `not-allowed` with the reason
   * `no-shift`, `invalid-input` for pieces of another currency.
   */
  count(cash: CountedCash, clerk: string | null): ShiftCountView
  /**
   * Stores why the user's own last count differs; a later note replaces it. Throws AppError `not-allowed` with the reason `no-shift`, or
   * `not-counted` if the user did not count last.
   */
  noteCount(note: string, clerk: string | null): void
  /** Closes the shift with its last count. Throws AppError `not-allowed` with the reason `no-shift`, or `not-counted` without a current count. */
  close(): ShiftReport
  /** Returns whether a shift was ever opened. */
  hasAny(): boolean
  list(page: RequestArgument<'shift.list'>): RequestOutput<'shift.list'>
}

/** Cash moved without a sale. */
export type Move = Omit<RequestArgument<'shift.move'>, 'password'>

/** Opens the shifts of the ledger; the price rules of `chosen` (the policy) replace the manager's. */
export function createShifts(ledger: WritableDb, now: () => number, chosen: () => Prices | null = () => null): Shifts {
  const prices = (): Prices | null => chosen() ?? readPrices(ledger)

  const openShift = (): Shift => readOpenShift(ledger) ?? refuse('no-shift', 'No shift is open')
  const pricesNow = (): Prices => prices() ?? refuse('no-prices', 'There are no prices in cash yet')

  function withInDrawer(amount: string, currency?: string): Shift {
    const shift = openShift()
    if (currency !== undefined && currency !== shift.currency)
      refuse('other-currency', 'The drawer holds another currency')
    if (compareDecimals(reportOf(ledger, shift).expected, amount) < 0)
      refuse('drawer-short', 'The drawer cannot hold that much')
    return shift
  }

  const cashOutLeft = (clerk: string | null): Decimal | null => findCashOutLeft(ledger, openShift(), prices(), clerk)

  return {
    prices,
    setPrices(wanted) {
      if (chosen() !== null) refuse('policy', 'The policy sets it')
      const shift = readOpenShift(ledger)
      if (shift !== null && shift.currency !== wanted.currency)
        refuse('shift-open', 'The drawer holds another currency')
      writePrices(ledger, wanted)
      return wanted
    },
    current() {
      const open = readOpenShift(ledger)
      return open && toShiftView(open)
    },
    selling() {
      const [shift, made] = [openShift(), pricesNow()]
      // A policy may change the currency between two starts.
      if (shift.currency !== made.currency) refuse('shift-open', 'The drawer holds another currency')
      return { shift, prices: made }
    },
    assertMayOpen() {
      pricesNow()
      if (readOpenShift(ledger) !== null) refuseSecond()
    },
    open: (float) => toShiftView(openOnly(ledger, pricesNow().currency, float, now())),
    cashOutLeft,
    move(move, clerk, byManager = false) {
      if (!byManager) assertCashOutLeft(move, cashOutLeft(clerk))
      const { number: shift } = move.direction === 'out' ? withInDrawer(move.amount) : openShift()
      insertMove(ledger, { ...move, clerk, shift, at: now() })
    },
    withInDrawer,
    report(number) {
      const shift = number === null ? readOpenShift(ledger) : readShift(ledger, number)
      if (shift === null) throw new AppError('not-found', 'There is no such shift')
      return showReport(reportOf(ledger, shift), prices()?.showsExpected === true)
    },
    count: (cash, clerk) => storeCount(ledger, openShift(), cash, clerk, now()),
    noteCount(note, clerk) {
      if (!writeCountNote(ledger, openShift().number, clerk, note)) refuse('not-counted', 'The user did not count last')
    },
    close: () => closeCounted(ledger, openShift(), now()),
    hasAny: () => countShifts(ledger) > 0,
    list: (page) => listPage(ledger, page),
  }
}

/** Opens a shift unless one is open. */
function openOnly(ledger: WritableDb, currency: string, float: string, at: number): Shift {
  const opened = insertShift(ledger, currency, float, at) ? readOpenShift(ledger) : null
  return opened ?? refuseSecond()
}

function refuseSecond(): never {
  return refuse('shift-open', 'A shift is open already')
}

function reportOf(ledger: ReadableDb, shift: Shift): ShiftReport {
  return reportShift(readBooks(ledger, shift))
}

function showReport(report: ShiftReport, showsExpected: boolean): ShiftReportView {
  // A closed shift always has its count.
  return report.counted === null && !showsExpected ? hideSums(report) : report
}

function closeCounted(ledger: WritableDb, shift: Shift, closedAt: number): ShiftReport {
  const { amount: counted } = reportOf(ledger, shift).counted ?? refuse('not-counted', 'The drawer was not counted')
  closeShift(ledger, shift.number, counted, closedAt)
  return reportOf(ledger, { ...shift, counted, closedAt })
}

function toShiftView({ number, currency, openedAt, closedAt }: Shift): ShiftView {
  return {
    number,
    currency,
    openedAt: new Date(openedAt).toISOString(),
    closedAt: closedAt === null ? null : new Date(closedAt).toISOString(),
  }
}

function listPage(ledger: ReadableDb, { offset, limit }: RequestArgument<'shift.list'>): RequestOutput<'shift.list'> {
  return { shifts: listShifts(ledger, offset, limit).map(toListedView), total: countShifts(ledger) }
}

function toListedView({ expected, note, ...shift }: ListedShift): ListedShiftView {
  const { counted } = shift
  return {
    ...toShiftView(shift),
    counted: counted === null || expected === null ? null : countDrawer(counted, expected),
    note: shift.closedAt === null ? null : note,
  }
}

/** Throws AppError `not-allowed` with the reason. */
export function refuse(reason: ErrorReason<'not-allowed'>, message: string): never {
  throw new AppError('not-allowed', message, { details: { reason } })
}
