import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { compareDecimals } from '../../shared/money.ts'
import { readReceiptCode } from '../../shared/sales/receipt-code.ts'
import type { SaleView } from '../../shared/sales/views.ts'
import type { ReadableDb } from '../db/connections.ts'
import { inPieces } from '../db/in-pieces.ts'
import type { Purchases } from '../purchases/create-purchases.ts'
import type { Reach } from '../purchases/search/match-purchase.ts'
import { joinGroups, typedDecimals } from '../purchases/search/typed-amount.ts'
import { toSaleView } from './sale-view.ts'
import {
  countSales,
  pageSales,
  readSale,
  readSalesBefore,
  readUndeliveredBefore,
  type Sale,
} from './sales-repository.ts'

/** A part of a list of sales, and its place in it. */
export type SalesPage = Omit<RequestArgument<'sales.list'>, 'text' | 'owed'>

interface SearchedSales {
  readonly ledger: ReadableDb
  readonly purchases: Pick<Purchases, 'row' | 'match'>
}

/** Returns a page of the sales, newest first. */
export function listSales(
  { ledger, purchases }: SearchedSales,
  { shift, offset, limit }: SalesPage,
): RequestOutput<'sales.list'> {
  const sales = pageSales(ledger, shift, offset, limit)
  return {
    sales: sales.map((sale) => toSaleView(sale, purchases.row(sale.purchaseId))),
    total: countSales(ledger, shift),
  }
}

/** Returns a page of the sales whose cash is owed to the customer, newest first. */
async function listOwed(
  { ledger, purchases }: SearchedSales,
  { shift, offset, limit }: SalesPage,
): Promise<RequestOutput<'sales.list'>> {
  const owed: SaleView[] = []
  for await (const sale of inPieces<Sale>((last, atOnce) => readUndeliveredBefore(ledger, shift, last, atOnce))) {
    const view = toSaleView(sale, purchases.row(sale.purchaseId))
    if (view.owed) owed.push(view)
  }
  return { sales: owed.slice(offset, offset + limit), total: owed.length }
}

/**
 * Returns a page of the sales that have every word: by number, price or time first, then by what was sold and to whom. The manager, with `people`,
 * also finds a sale by a part of its payment's hash, its cost, its note and what people are called. With `owed`, only those whose cash is
 * owed are returned.
 */
export async function searchSales(
  options: SearchedSales,
  { text: typed, shift, owed = false, offset, limit }: RequestArgument<'sales.list'>,
  people: Reach['people'] | null,
): Promise<RequestOutput<'sales.list'>> {
  const { ledger, purchases } = options
  const show = (sale: Sale): SaleView => toSaleView(sale, purchases.row(sale.purchaseId))
  const isWanted = (sale: Sale): boolean => !owed || show(sale).owed
  const scanned = readReceiptCode(typed)
  if (scanned !== null) {
    const sale = readSale(ledger, scanned)
    const sales = sale === null || (shift !== null && sale.shift !== shift) || !isWanted(sale) ? [] : [sale]
    return { sales: sales.slice(offset, offset + limit).map(show), total: sales.length }
  }
  // The code of an older receipt is the URL of the payment.
  const text = typed.replace(/\S*(0x[0-9a-f]{64})\S*/gi, '$1')
  const terms = joinGroups(text).trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return (owed ? listOwed : listSales)(options, { shift, offset, limit })
  const named = new Set(await purchases.match(text, { isManager: people !== null, people: people ?? [] }))
  // A number typed from a receipt matches exactly that sale first.
  const [exact, others]: [Sale[], Sale[]] = [[], []]
  for await (const sale of inPieces<Sale>((last, atOnce) => readSalesBefore(ledger, shift, last, atOnce))) {
    if (terms.every((word) => isNumberOf(sale, word) || isTimeOf(sale, word))) exact.push(sale)
    else if (named.has(sale.purchaseId)) others.push(sale)
  }
  const found = [...exact, ...others].filter(isWanted)
  return { sales: found.slice(offset, offset + limit).map(show), total: found.length }
}

/** Returns whether `word` is the local time of a sale (hours and minutes, 12 or 24 hours), or its am/pm marker. */
function isTimeOf({ at }: Sale, word: string): boolean {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(word) ?? []
  const sold = new Date(at)
  const hour = sold.getHours()
  const [, half] = /^([ap])\.?m\.?$/.exec(word) ?? []
  if (half) return half === (hour < 12 ? 'a' : 'p')
  return Number(minutes) === sold.getMinutes() && [hour, hour % 12 || 12].includes(Number(hours))
}

/** A currency's sign as amounts have it, perhaps with a space: "R$", "$MX", "€", "F CFA". */
const sign = /^(?:\p{L}{0,3}\p{Sc}\p{L}{0,3}|f|f?cfa)$/u

/** Returns whether `word` is the number or the price of a sale, or a part of it, as the screen or the receipt shows it. */
function isNumberOf({ number, price, given, currency }: Sale, word: string): boolean {
  if (sign.test(word)) return true
  const amounts = typedDecimals(word.replace(/^\p{L}{0,3}\p{Sc}|\p{Sc}\p{L}{0,3}$/gu, ''))
  const isSame = (other: string): boolean => amounts.some((amount) => compareDecimals(amount, other) === 0)
  if (word === currency.toLowerCase()) return true
  return word.replace('#', '') === String(number) || isSame(price) || isSame(given)
}
