import { deliveryOf, isSettled } from '../../../shared/purchases/state.ts'
import { toAppError } from '../../../shared/errors.ts'
import type { ListedTransaction, TransactionPage } from '../../service/operations/list-transactions.ts'
import { commitStatus, seenSpend } from './commit-registered.ts'
import { trackDelay } from '../track/pace.ts'
import { findBySpend } from '../track/open-repository.ts'
import { isOfOther } from './payment-hashes.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/service-client.ts'
import type { PurchaseRecord, Spend } from '../purchase-record.ts'
import { readSoundPurchase, readState } from '../purchase-repository.ts'
import { readRegisteredHash } from './registration-repository.ts'
import { reopenPurchases } from '../track/reopen-purchases.ts'
import { untrack, type TrackGroup, type TrackMemory } from '../track/track-memory.ts'

/** Purchases due within this time are read with the one that is due now. */
export const TOGETHER_MS = 2_000

type Registered = PurchaseRecord & { readonly spend: Spend }

/**
 * Reads one page of a wallet's list and commits its data about the group's purchases; returns which it has, and how many pages follow.
 * Reads the own records of those whose codes only these have.
 */
export async function readPage(
  context: PurchaseContext,
  memory: TrackMemory,
  service: ProfileService,
  group: TrackGroup,
  page: number,
  owner?: string,
): Promise<{ readonly found: ReadonlySet<string>; readonly pagesLeft: number }> {
  const answer = await listPage(memory, service, group, page, owner)
  const rows = answer.transactions
  const spends = findBySpend(
    context.ledger,
    group,
    rows.map(({ id }) => id),
  )
  const found = new Set<string>()
  const noted: Registered[] = []
  const opened: string[] = []
  const delivered: { readonly record: Registered; readonly row: ListedTransaction }[] = []
  // One commit for the whole page.
  context.ledger
    .transaction(() => {
      for (const row of rows) {
        const id = spends.get(row.id)
        if (id === undefined) continue
        const record = readRegistered(context, id)
        if (record !== null && isOfOther(context, record, row)) continue
        found.add(id)
        // A record that cannot be read cannot be updated either, and must not be requested again and again.
        if (record === null) untrack(memory, { ...group, id })
        if (record === null || !isNews(context, group, record, row)) continue
        if (mayHaveCodes(service, record, row)) {
          delivered.push({ record, row })
          continue
        }
        commitRow(context, record, row)
        noted.push(record)
      }
      opened.push(...reopenPurchases(context, group, rows))
    })
    .immediate()
  for (const id of opened) memory.onOpened(id)
  for (const record of noted) plan(context, memory, service, group, record, page)
  for (const { record, row } of delivered) await readDelivered(context, memory, service, group, record, row, page)
  const isLast = rows.length < service.profile.pageSize
  return { found, pagesLeft: Math.max(0, (answer.totalPages ?? (isLast ? page : page + 1)) - page) }
}

/** A row of the list has no codes. */
function mayHaveCodes({ profile }: ProfileService, { spend, state }: Registered, row: ListedTransaction): boolean {
  const isNew = deliveryOf(row.status) === 'done' && deliveryOf(state.serviceStatus) !== 'done'
  return profile.returnsCodes && !spend.hasKeptCodes && isNew
}

/** Commits a delivery with its own record, which may have codes. Until that was read it is not delivered; without a readable one, the row counts. */
async function readDelivered(
  context: PurchaseContext,
  memory: TrackMemory,
  service: ProfileService,
  group: TrackGroup,
  record: Registered,
  row: ListedTransaction,
  page: number,
): Promise<void> {
  try {
    await readOne(context, memory, service, group, record.id)
  } catch (error) {
    if (toAppError(error).code !== 'service-malformed') throw error
    commitRow(context, record, row)
    plan(context, memory, service, group, record, page)
  }
}

/** Reads one purchase by its own operation; if the service does not know its id, by its payment in the newest rows. */
export async function readOne(
  context: PurchaseContext,
  memory: TrackMemory,
  service: ProfileService,
  group: TrackGroup,
  id: string,
): Promise<void> {
  const record = readRegistered(context, id)
  if (record === null) {
    untrack(memory, { ...group, id })
    return
  }
  const { signal } = memory
  const { transactionId } = record.spend
  const transaction = await service.client
    .getTransaction(record.from, transactionId, { owner: id, signal })
    .catch((error: unknown) => {
      // An id that the service rejects as malformed is as unknown as one that it does not find.
      if (toAppError(error).code === 'service-rejected') return null
      throw error
    })
  if (transaction?.transactionId === transactionId) commitStatus(context, record, seenSpend(transaction, context.now()))
  else {
    // The service does not know its own id, or answers with another spend: the payment itself identifies ours.
    const hash = readRegisteredHash(context.ledger, id)?.toLowerCase()
    const { transactions } = await listPage(memory, service, group, 1, id)
    const found = transactions.find((row) => row.blockchainTransactionHash === hash)
    if (found) commitRow(context, record, found)
  }
  plan(context, memory, service, group, record, 1)
}

/** Returns a purchase that is open and registered; null for any other and for one that cannot be read. */
function readRegistered({ ledger }: PurchaseContext, id: string): Registered | null {
  const record = readSoundPurchase(ledger, id)
  if (record === null || record.spend === null || record.state.registration !== 'registered') return null
  return isSettled(record.state) ? null : { ...record, spend: record.spend }
}

function listPage(
  { signal }: TrackMemory,
  { client, profile: { pageSize } }: ProfileService,
  { from }: TrackGroup,
  page: number,
  owner: string | undefined,
): Promise<TransactionPage> {
  return client.listTransactions({
    address: from,
    page,
    pageSize,
    signal,
    ...(owner === undefined ? {} : { owner }),
  })
}

/** Skips what is unchanged and was read recently; if half of its wait is over, this read replaces its next. */
function isNews(
  context: PurchaseContext,
  { tracked }: TrackGroup,
  record: Registered,
  row: ListedTransaction,
): boolean {
  if (row.status !== record.state.serviceStatus) return true
  const one = tracked.get(record.id)
  if (one === undefined) return false
  const wait = trackDelay(Math.max(0, one.tries - 1), one.isDecided, 1)
  return one.due <= context.monotonic() + Math.max(TOGETHER_MS, wait / 2)
}

function commitRow(context: PurchaseContext, record: Registered, row: ListedTransaction): void {
  const spend = { ...record.spend, transactionId: row.id, readAt: context.now() }
  commitStatus(context, record, { status: row.status, sku: row.productSku, reference: null, codes: [], spend })
}

/** Plans the next read: soon while it is open, rarely once it is settled, and later for older pages. */
function plan(
  context: PurchaseContext,
  memory: TrackMemory,
  service: ProfileService,
  group: TrackGroup,
  before: Registered,
  page: number,
): void {
  const { id } = before
  const state = readState(context.ledger, id) ?? before.state
  const isDecided = deliveryOf(state.serviceStatus) !== 'pending'
  const isNew = state.serviceStatus !== before.state.serviceStatus
  const tries = isNew ? 0 : (group.tracked.get(id)?.tries ?? 0)
  const delay = trackDelay(tries, isDecided, page)
  group.tracked.set(id, { due: context.monotonic() + delay, tries: tries + 1, isDecided })
  group.behind.delete(id)
  // The request reserved for its first read is now free for others.
  service.budget.release(id)
  if (isDecided) memory.waits.delete(id)
  else memory.waits.set(id, { what: 'delivery', untilEpoch: context.now() + delay })
  if (isDecided && isNew) memory.onOutcome(id)
  else memory.onWaits(id)
  memory.onRead(id)
}
