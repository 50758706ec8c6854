import { toAppError } from '../../shared/errors.ts'
import { deliveryOf, hasEnded } from '../../shared/purchase.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import type { ListedTransaction } from '../service/list-transactions.ts'
import { commitStatus, seenSpend } from './commit-registered.ts'
import { isLost, retryDelay, trackDelay, waitAfter, type Wait } from './pace.ts'
import type { PurchaseContext, PurchaseService } from './purchase-context.ts'
import type { PurchaseRecord, Spend } from './purchase-record.ts'
import { listOpenPurchases, readPurchase, readSoundPurchase } from './purchase-repository.ts'
import { readRegistration } from './registration-repository.ts'

/** What this process remembers of registered purchases between two looks. */
export interface TrackMemory {
  readonly waits: Map<string, Wait>
  /** When a purchase is to be read next, by the monotonic clock. */
  readonly due: Map<string, number>
  /** Readings in a row that found nothing new, per purchase. */
  readonly tries: Map<string, number>
  readonly interrupted: Set<string>
  /** The service delivered or failed a purchase, or changed its mind. */
  readonly onSettled: (id: string) => void
  readonly signal: AbortSignal
}

/** Added to the profile's settle time, so that the first look is not wasted on the last second. */
const SETTLE_MARGIN_MS = 1_500
/** Purchases due within this time are read with the one that is due now. */
const TOGETHER_MS = 2_000

type Tracked = PurchaseRecord & { readonly spend: Spend }

/** Purchases of one service and wallet are read together. */
export function groupOf({ profileId, from }: Pick<PurchaseRecord, 'profileId' | 'from'>): string {
  return `${profileId} ${from}`
}

/** Reads what became of a group's registered purchases; answers in how many milliseconds to go on, null for not by itself. */
export async function trackPurchases(
  context: PurchaseContext,
  memory: TrackMemory,
  group: string,
): Promise<number | null> {
  const tracked = readTracked(context, group)
  const [first] = tracked
  const service = first && context.service(first.profileId)
  if (!first || !service) return null
  for (const { id } of tracked) if (!memory.due.has(id)) expectDelivery(context, memory, service, id)
  const now = context.monotonic()
  const isDue = ({ id }: Tracked, within: number): boolean => (memory.due.get(id) ?? now) <= now + within
  if (tracked.some((record) => isDue(record, 0))) {
    await readDue(context, memory, service, tracked, (record) => isDue(record, TOGETHER_MS))
  }
  const next = readTracked(context, group).map(({ id }) => memory.due.get(id) ?? now)
  return next.length === 0 ? null : Math.max(20, Math.min(...next) - context.monotonic())
}

function readTracked(context: PurchaseContext, group: string): Tracked[] {
  return listOpenPurchases(context.ledger)
    .map((id) => readSoundPurchase(context.ledger, id))
    .filter((record): record is Tracked => record !== null && record.spend !== null && groupOf(record) === group)
    .filter(({ state }) => state.registration === 'registered' && !hasEnded(state))
}

/** The first reading comes when the service usually has delivered. */
function expectDelivery(
  context: PurchaseContext,
  { due, waits }: TrackMemory,
  service: PurchaseService,
  id: string,
): void {
  const settleMs = service.profile.settleSeconds * 1000 + SETTLE_MARGIN_MS
  due.set(id, context.monotonic() + settleMs)
  waits.set(id, { what: 'delivery', untilEpoch: context.now() + settleMs })
  context.onChanged(id)
}

async function readDue(
  context: PurchaseContext,
  memory: TrackMemory,
  service: PurchaseService,
  tracked: readonly Tracked[],
  isDue: (record: Tracked) => boolean,
): Promise<void> {
  const due = tracked.filter(isDue)
  try {
    const pending = tracked.filter(({ state }) => deliveryOf(state.serviceStatus) === 'pending')
    const unseen = due.length > 1 || pending.length > 1 ? await readList(context, memory, service, tracked, isDue) : due
    for (const record of unseen) if (isDue(record)) await readOne(context, memory, service, record)
  } catch (thrown) {
    if (isDiskError(thrown)) throw thrown
    const error = toAppError(thrown)
    for (const { id } of due) {
      memory.waits.set(id, waitAfter(error))
      memory.due.set(id, context.monotonic() + retryDelay(error, nextTry(memory, id), context.now()))
      if (isLost(error)) memory.interrupted.add(id)
      context.onChanged(id)
    }
  }
}

/** Reads the newest page of the wallet's list for all of them at once, and answers those it does not show. */
async function readList(
  context: PurchaseContext,
  memory: TrackMemory,
  service: PurchaseService,
  tracked: readonly Tracked[],
  isDue: (record: Tracked) => boolean,
): Promise<Tracked[]> {
  const [first] = tracked
  if (!first) return []
  const rows = await readNewestRows(memory, service, first)
  return tracked.filter((record) => {
    const found = rows.find(({ id }) => id === record.spend.transactionId)
    if (!found) return true
    commitRow(context, record, found)
    if (isDue(record) || found.status !== record.state.serviceStatus) plan(context, memory, service, record)
    return false
  })
}

async function readOne(
  context: PurchaseContext,
  memory: TrackMemory,
  service: PurchaseService,
  record: Tracked,
): Promise<void> {
  const { signal } = memory
  const { transactionId } = record.spend
  const transaction = await service.client
    .getTransaction(record.from, transactionId, { owner: record.id, signal })
    .catch((error: unknown) => {
      // An id that the service does not even take for one is as unknown as one it does not find.
      if (toAppError(error).code === 'service-rejected') return null
      throw error
    })
  if (transaction?.transactionId === transactionId) commitStatus(context, record, seenSpend(transaction, context.now()))
  else await readByPayment(context, memory, service, record)
  plan(context, memory, service, record)
}

/** The service knows no spend by the id it gave, or answers with another one: the payment itself tells which is ours. */
async function readByPayment(
  context: PurchaseContext,
  memory: TrackMemory,
  service: PurchaseService,
  record: Tracked,
): Promise<void> {
  const hash = readRegistration(context.ledger, record.id)?.paymentHash.toLowerCase()
  const rows = await readNewestRows(memory, service, record)
  const found = rows.find((row) => row.blockchainTransactionHash === hash)
  if (found) commitRow(context, record, found)
}

async function readNewestRows(
  { signal }: TrackMemory,
  service: PurchaseService,
  { id, from }: Tracked,
): Promise<readonly ListedTransaction[]> {
  const input = { address: from, page: 1, pageSize: 100, owner: id, signal }
  return (await service.client.listTransactions(input)).transactions
}

function commitRow(context: PurchaseContext, record: Tracked, row: ListedTransaction): void {
  const spend = { ...record.spend, transactionId: row.id, readAt: context.now() }
  commitStatus(context, record, { status: row.status, sku: row.productSku, reference: null, spend })
}

/** Plans the next reading: soon while it is on its way, now and then once it is settled. */
function plan(context: PurchaseContext, memory: TrackMemory, service: PurchaseService, before: Tracked): void {
  const { id } = before
  const state = readPurchase(context.ledger, id)?.state ?? before.state
  memory.interrupted.delete(id)
  const isNew = state.serviceStatus !== before.state.serviceStatus
  if (isNew) memory.tries.delete(id)
  const settled = deliveryOf(state.serviceStatus) !== 'pending'
  const delay = trackDelay(nextTry(memory, id), settled)
  memory.due.set(id, context.monotonic() + delay)
  if (settled) {
    memory.waits.delete(id)
    service.budget.release(id)
    if (isNew) memory.onSettled(id)
  } else memory.waits.set(id, { what: 'delivery', untilEpoch: context.now() + delay })
  context.onChanged(id)
}

function nextTry({ tries }: TrackMemory, id: string): number {
  const before = tries.get(id) ?? 0
  tries.set(id, before + 1)
  return before
}
