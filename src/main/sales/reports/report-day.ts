import {
  addDecimals,
  compareDecimals,
  multiplyDecimals,
  subtractDecimals,
  type Decimal,
} from '../../../shared/money.ts'
import { spanOf, type Period } from '../../../shared/periods.ts'
import type { DaySummaryView } from '../../../shared/sales/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { iterateReturned, iterateSold, type SaleEntry } from './period-repository.ts'
import { readMovesWithin, type DatedMove } from '../shifts/shifts-repository.ts'

type CurrencyView = DaySummaryView['currencies'][number]
type Cash = CurrencyView['total']

/** What happened to the cash of one currency in a day. */
interface DayBooks {
  readonly sold: readonly SaleEntry[]
  readonly returned: readonly SaleEntry[]
  readonly moves: readonly DatedMove[]
}

/**
 * Adds up the cash of a day, by currency and clerk. A currency in which something was sold or refunded in the shift `blind` gets no sums:
 * with them, anyone could work out what to count.
 */
export function reportDay(db: ReadableDb, day: Period, blind: number | null): DaySummaryView {
  const span = spanOf(day)
  const books = { sold: [...iterateSold(db, span)], returned: [...iterateReturned(db, span)] }
  const moves = readMovesWithin(db, span)
  const currencies = new Set([...books.sold, ...books.returned, ...moves].map(({ currency }) => currency))
  return {
    day,
    currencies: [...currencies].sort().map((currency) => {
      const own = <T extends { readonly currency: string }>(all: readonly T[]): T[] =>
        all.filter((one) => one.currency === currency)
      const view = viewOf(currency, { sold: own(books.sold), returned: own(books.returned), moves: own(moves) })
      const isBlind = own([...books.sold, ...books.returned]).some(({ tookPlaceIn }) => tookPlaceIn === blind)
      return isBlind ? hideDaySums(view) : view
    }),
  }
}

function viewOf(currency: string, books: DayBooks): CurrencyView {
  const { sold, returned, moves } = books
  const known = new Map([...sold, ...returned, ...moves].map(({ clerk, by }) => [clerk, by]))
  const clerks = [...known].map(([clerk, by]) => {
    const own = <T extends { readonly clerk: string | null }>(all: readonly T[]): T[] =>
      all.filter((one) => one.clerk === clerk)
    return { clerk, by, ...cashOf({ sold: own(sold), returned: own(returned), moves: own(moves) }) }
  })
  const total = cashOf(books)
  return {
    currency,
    total,
    change: changeOf(total),
    // By name, because the order of their sums would tell something of hidden ones.
    clerks: clerks.sort((a, b) => (a.by ?? '').localeCompare(b.by ?? '')),
  }
}

type Sums = ReturnType<typeof cashOf>

function cashOf({ sold, returned, moves }: DayBooks) {
  const totalOf = (entries: readonly SaleEntry[]): { count: number; total: Decimal } => ({
    count: entries.reduce((sum, { count }) => sum + count, 0),
    total: addDecimals(entries.map(({ price, count }) => multiplyDecimals(price, String(count)))),
  })
  const moved = (direction: DatedMove['direction']): Decimal =>
    addDecimals(moves.filter((move) => move.direction === direction).map(({ amount }) => amount))
  return { sold: totalOf(sold), refunded: totalOf(returned), paidIn: moved('in'), paidOut: moved('out') }
}

/** Returns by how much the day's sales, refunds and moves changed the cash in the drawer. */
function changeOf({ sold, refunded, paidIn, paidOut }: Sums): NonNullable<CurrencyView['change']> {
  const [came, went] = [addDecimals([sold.total, paidIn]), addDecimals([refunded.total, paidOut])]
  return compareDecimals(came, went) >= 0
    ? { direction: 'in', amount: subtractDecimals(came, went) }
    : { direction: 'out', amount: subtractDecimals(went, came) }
}

function hideDaySums({ currency, total, clerks }: CurrencyView): CurrencyView {
  const hide = <T extends Cash>(cash: T): T => ({
    ...cash,
    sold: { ...cash.sold, total: null },
    refunded: { ...cash.refunded, total: null },
  })
  return { currency, total: hide(total), change: null, clerks: clerks.map(hide) }
}
