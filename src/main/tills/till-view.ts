import { addDecimals, multiplyDecimals } from '../../shared/money.ts'
import { dayAt, monthOf, spanOf } from '../../shared/periods.ts'
import type { TillSoldView, TillView } from '../../shared/registers/views.ts'
import type { ReadableDb } from '../db/connections.ts'
import { nextRow } from './read-till.ts'
import {
  countOnTheirWay,
  readTillPurchasesAlike,
  readTillRead,
  type TillList,
  type TillPurchasesAlike,
  type TillRead,
} from './till-purchases-repository.ts'
import type { Till } from './tills-repository.ts'

const LATE_MS = 60 * 60_000

/** What is known of a till at `now` (epoch ms): what it sold on this machine's day and month, and what needs attention. */
export function viewOfTill(
  cache: ReadableDb,
  list: TillList,
  till: Till,
  now: number,
): Omit<TillView, 'own' | 'state' | 'problem'> {
  const read = readTillRead(cache, list)
  const today = spanOf(dayAt(now))
  const thisMonth = spanOf(monthOf(dayAt(now)))
  const month = readTillPurchasesAlike(cache, list, thisMonth)
  const { all, late } = countOnTheirWay(cache, list, now - LATE_MS)
  return {
    ...till,
    readAt: read && new Date(read.readAt).toISOString(),
    today: soldIn(readTillPurchasesAlike(cache, list, today), isWhole(read, today.from)),
    month: soldIn(month, isWhole(read, thisMonth.from)),
    ...{ onItsWay: all, late, failed: count(month, ['failed']), refunded: count(month, ['refunded']) },
    unreadable: read?.skipped ?? 0,
    older: read !== null && nextRow(cache, list, read) !== null,
  }
}

/** Whether nothing since `from` (epoch ms) can be missing. */
function isWhole(read: TillRead | null, from: number): boolean {
  return read !== null && (read.complete || (read.since !== null && read.since < from))
}

function soldIn(alike: readonly TillPurchasesAlike[], whole: boolean): TillSoldView {
  const sold = alike.filter(({ outcome }) => outcome === 'delivered' || outcome === 'on-its-way')
  return {
    count: count(sold, ['delivered', 'on-its-way']),
    fiat: sum(sold.map((one) => [one.currency, one.amount, one.count])),
    coins: sum(sold.map((one) => [one.coin, one.paid, one.count])),
    whole,
  }
}

function count(alike: readonly TillPurchasesAlike[], outcomes: readonly TillPurchasesAlike['outcome'][]): number {
  return alike.reduce((all, one) => all + (outcomes.includes(one.outcome) ? one.count : 0), 0)
}

/** Exactly, each currency apart; what has no amount adds nothing. */
function sum(
  parts: readonly (readonly [currency: string, amount: string | null, count: number])[],
): TillSoldView['fiat'] {
  const totals = new Map<string, string>()
  for (const [currency, amount, times] of parts) {
    if (amount === null) continue
    totals.set(currency, addDecimals([totals.get(currency) ?? '0', multiplyDecimals(amount, String(times))]))
  }
  return [...totals]
    .map(([currency, total]) => ({ currency, total }))
    .sort((a, b) => a.currency.localeCompare(b.currency))
}
