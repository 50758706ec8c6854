import { AppError } from '../../shared/errors.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { TransactionPage } from '../service/operations/list-transactions.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { mergePage, type Reach } from './merge-page.ts'
import { toRegisterPurchase, type RegisterPurchase } from './parse-register-purchase.ts'
import {
  countRegisterPurchases,
  deleteRegisterPurchases,
  isRegisterPurchaseKnown,
  newestRegisterPurchase,
  markSearched,
  positionOfUnsettled,
  readRegisterRead,
  writeRegisterPurchases,
  writeRegisterRead,
  type RegisterList,
  type RegisterRead,
} from './register-purchases-repository.ts'

export interface RegisterReading {
  readonly cache: WritableDb
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly client: Pick<ServiceClient, 'listTransactions'>
  /** The most rows per page that the service returns. */
  readonly pageSize: number
}

/**
 * Requests one page of a register's list at low priority and stores it: the newest page, or the next older one that is unknown or may have
 * changed. Requests nothing if no page is left. Throws the service client's AppErrors, and `service-malformed` for inconsistent pages; then
 * nothing of the page is stored.
 */
export async function readRegister(
  { cache, now, client, pageSize }: RegisterReading,
  list: RegisterList,
  how: 'newest' | 'older',
  signal: AbortSignal,
): Promise<void> {
  const number = how === 'newest' ? 1 : nextPage(cache, list, pageSize)
  if (number === null) return
  const page = await client.listTransactions({
    address: list.address,
    page: number,
    pageSize,
    requestClass: 'browsing',
    signal,
  })
  if (signal.aborted) throw new AppError('service-timeout', 'Given up')
  cache.transaction(() => keep(cache, list, { number, size: pageSize }, page, now())).immediate()
}

/** Returns the page to read after the newest; null if none is left. */
function nextPage(cache: ReadableDb, list: RegisterList, size: number): number | null {
  const read = readRegisterRead(cache, list)
  if (read === null) return 1
  const row = nextRow(cache, list, read)
  return row === null ? null : Math.max(2, Math.floor(row / size) + 1)
}

/** Returns the position of the next row to read below the newest page; null if none is left. */
export function nextRow(cache: ReadableDb, list: RegisterList, read: RegisterRead): number | null {
  const position = positionOfUnsettled(cache, list, read.readAt)
  if (position !== null) return position + read.skipped
  return read.complete ? null : read.depth
}

function keep(
  cache: WritableDb,
  list: RegisterList,
  { number, size }: { readonly number: number; readonly size: number },
  page: TransactionPage,
  at: number,
): void {
  const before = readRegisterRead(cache, list)
  const purchases = page.transactions.flatMap((row) => toRegisterPurchase(row, list.address) ?? [])
  const skipped = page.skipped + page.transactions.length - purchases.length
  const newest = newestRegisterPurchase(cache, list)
  const rows = purchases.map(({ id, at: when }) => ({
    id,
    at: when,
    isKnown: isRegisterPurchaseKnown(cache, list, id),
  }))
  if (number === 1 && isWholeList(page) && skipped === 0) deleteRegisterPurchases(cache, list)
  writeRegisterPurchases(cache, list, purchases, at)
  const { totalPages, currentPage } = page
  const reach: Reach = mergePage(before, {
    number,
    size,
    rows,
    skipped,
    totalPages,
    currentPage,
    known: countRegisterPurchases(cache, list, null),
    newest,
    totalItems: page.totalItems,
    ...(page.none && number > 1 ? { totalItems: before?.total ?? null, totalPages: null } : {}),
  })
  if (number > 1) markSearched(cache, list, oldestOf(purchases), at)
  const read: RegisterRead = { ...reach, readAt: number === 1 ? at : (before?.readAt ?? at) }
  writeRegisterRead(cache, list, read)
}

/** Returns whether the newest page is the whole list. If so, other known purchases no longer exist. */
function isWholeList({ none, totalItems, transactions }: TransactionPage): boolean {
  return none || (totalItems !== null && totalItems <= transactions.length)
}

const oldestOf = (purchases: readonly RegisterPurchase[]): number =>
  Math.min(Number.MAX_SAFE_INTEGER, ...purchases.map(({ at }) => at))
