import { addDecimals, multiplyDecimals } from '../../shared/money.ts'
import { dayAt, monthOf, spanOf } from '../../shared/periods.ts'
import type { RegisterSoldView, RegisterView } from '../../shared/registers/views.ts'
import type { ReadableDb } from '../db/connections.ts'
import { nextRow } from './read-register.ts'
import {
  countOpen,
  readRegisterPurchasesAlike,
  readRegisterRead,
  type RegisterList,
  type RegisterPurchasesAlike,
  type RegisterRead,
} from './register-purchases-repository.ts'
import type { Register } from './registers-repository.ts'

const LATE_MS = 60 * 60_000

/** Returns the view of a register at `now` (epoch ms): its sales of the local day and month, and what needs attention. */
export function viewOfRegister(
  cache: ReadableDb,
  list: RegisterList,
  register: Register,
  now: number,
): Omit<RegisterView, 'own' | 'state' | 'problem'> {
  const read = readRegisterRead(cache, list)
  const today = spanOf(dayAt(now))
  const thisMonth = spanOf(monthOf(dayAt(now)))
  const month = readRegisterPurchasesAlike(cache, list, thisMonth)
  const { all, late } = countOpen(cache, list, now - LATE_MS)
  return {
    ...register,
    readAt: read && new Date(read.readAt).toISOString(),
    today: soldIn(readRegisterPurchasesAlike(cache, list, today), isWhole(read, today.from)),
    month: soldIn(month, isWhole(read, thisMonth.from)),
    onItsWay: all,
    late,
    failed: count(month, ['failed']),
    refunded: count(month, ['refunded']),
    unreadable: read?.skipped ?? 0,
    older: read !== null && nextRow(cache, list, read) !== null,
  }
}

/** Returns whether all purchases since `from` (epoch ms) are known. */
function isWhole(read: RegisterRead | null, from: number): boolean {
  return read !== null && (read.complete || (read.since !== null && read.since < from))
}

function soldIn(alike: readonly RegisterPurchasesAlike[], whole: boolean): RegisterSoldView {
  const sold = alike.filter(({ outcome }) => outcome === 'delivered' || outcome === 'on-its-way')
  return {
    count: count(sold, ['delivered', 'on-its-way']),
    fiat: sum(sold.map((one) => [one.currency, one.amount, one.count])),
    coins: sum(sold.map((one) => [one.coin, one.paid, one.count])),
    whole,
  }
}

function count(
  alike: readonly RegisterPurchasesAlike[],
  outcomes: readonly RegisterPurchasesAlike['outcome'][],
): number {
  return alike.reduce((all, one) => all + (outcomes.includes(one.outcome) ? one.count : 0), 0)
}

/** Sums exactly, by currency; a purchase without an amount adds nothing. */
function sum(
  parts: readonly (readonly [currency: string, amount: string | null, count: number])[],
): RegisterSoldView['fiat'] {
  const totals = new Map<string, string>()
  for (const [currency, amount, times] of parts) {
    if (amount === null) continue
    totals.set(currency, addDecimals([totals.get(currency) ?? '0', multiplyDecimals(amount, String(times))]))
  }
  return [...totals]
    .map(([currency, total]) => ({ currency, total }))
    .sort((a, b) => a.currency.localeCompare(b.currency))
}
