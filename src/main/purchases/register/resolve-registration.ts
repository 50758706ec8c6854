import { AppError, toAppError } from '../../../shared/errors.ts'
import type { ListedTransaction } from '../../service/operations/list-transactions.ts'
import type { AllTransactions, ListPosition } from '../../service/operations/read-all-transactions.ts'
import { coalesce } from '../../../shared/coalesce.ts'
import { commitRegistered, seenSpend, type SeenSpend } from './commit-registered.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/service-client.ts'
import { recordedOfRow } from './recorded-fields.ts'
import { namesHash, paymentHashes } from './payment-hashes.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { readAttempts } from './registration-repository.ts'

/** Complete lists without the payment before its absence counts. */
const ABSENCES_NEEDED = 2
/** The least time between an attempt, or a list without the payment, and the next list read about it. */
const SETTLING_MS = 3_000

/** A wallet's whole list, with the start and end of its read by the monotonic clock. */
interface WholeList extends AllTransactions {
  readonly beganAt: number
  readonly endedAt: number
}

/** Reads the whole list of a purchase's wallet, starting after `after` by the monotonic clock; all purchases of the wallet share a read. */
export type WholeLists = (service: ProfileService, record: PurchaseRecord, after: number) => Promise<WholeList>

/** Creates the reader of whole lists, one read at a time per service and wallet, with the requests reserved for the last caller. */
export function createWholeLists(signal: AbortSignal, monotonic: () => number): WholeLists {
  type Reader = (service: ProfileService, record: PurchaseRecord) => Promise<WholeList>
  interface WalletReader {
    readonly read: Reader
    last: WholeList | null
    /** A read that an error interrupted: it continues there, so that a list longer than an hour's requests can be finished. */
    unfinished: { readonly from: ListPosition; readonly beganAt: number } | null
  }
  const readers = new Map<string, WalletReader>()

  const readerOf = (key: string): WalletReader => {
    const known = readers.get(key)
    if (known) return known
    const read: Reader = coalesce(async ({ client }, { from: address, id }) => {
      const { unfinished } = reader
      const beganAt = unfinished?.beganAt ?? monotonic()
      const rest = unfinished ? { from: unfinished.from } : {}
      const list = await client.readAllTransactions({ address, owner: id, signal, ...rest })
      reader.unfinished = list.next ? { from: list.next, beganAt } : null
      reader.last = { ...list, beganAt, endedAt: monotonic() }
      return reader.last
    })
    const reader: WalletReader = { read, last: null, unfinished: null }
    readers.set(key, reader)
    return reader
  }

  return async (service, record, after) => {
    const { read, last } = readerOf(`${service.profileId} ${record.from}`)
    return last && isWhole(last) && last.beganAt >= after ? last : read(service, record)
  }
}

function isWhole({ complete, unreadable }: AllTransactions): boolean {
  return complete || unreadable !== undefined
}

/** The state of an unclear registration. */
export interface Question {
  /** Complete lists that lacked its payment. */
  readonly absences: number
  /** The earliest start of the next list that counts, by the monotonic clock. */
  readonly after: number
}

/** Returns the question after an attempt without an answer: the service may still be processing it. */
export function askAfterAttempt(now: number): Question {
  return { absences: 0, after: now + SETTLING_MS }
}

/**
 * Determines from the service's whole list whether an unclear registration happened. `registered`: it did; `absent`: two complete lists in
 * a row lacked it; `undecided`: an unreadable row may be it; else `unknown`. Throws AppError if the list could not be read to its end.
 */
export async function resolveRegistration(
  context: PurchaseContext,
  { lists, questions }: { readonly lists: WholeLists; readonly questions: Map<string, Question> },
  service: ProfileService,
  record: PurchaseRecord,
): Promise<'registered' | 'absent' | 'undecided' | 'unknown'> {
  const hashes = paymentHashes(context, record)
  if (hashes.size === 0) throw new Error('An unclear registration without its body')
  // Any list of this process can resolve what was unclear before it started.
  const { absences, after } = questions.get(record.id) ?? { absences: 0, after: -Infinity }
  if (absences >= ABSENCES_NEEDED) return 'absent'
  const startedAt = context.monotonic()
  const list = await lists(service, record, after)
  const found = list.transactions.find((one) => hashes.has(one.blockchainTransactionHash))
  if (found) {
    const seen = wasCalledDuplicate(context, record)
      ? await readFound(context, service, record, found)
      : seenRow(found, context.now())
    questions.delete(record.id)
    commitRegistered(context, record, seen)
    return 'registered'
  }
  if (list.error) throw list.error
  // The read had started before the last attempt ended.
  if (list.beganAt < Math.min(after, startedAt)) return 'unknown'
  const next = list.endedAt + SETTLING_MS
  if (isWhole(list) && (list.unreadable !== undefined || list.transactions.some((row) => mayBeOurs(row, record)))) {
    questions.set(record.id, { absences: 0, after: next })
    return 'undecided'
  }
  if (!list.complete) throw new AppError('service-malformed', 'The service’s list is not complete')
  questions.set(record.id, { absences: absences + 1, after: next })
  return absences + 1 < ABSENCES_NEEDED ? 'unknown' : 'absent'
}

/** Another Till with the same wallet may have registered the payment first, for someone else. */
function wasCalledDuplicate({ ledger }: PurchaseContext, { id }: PurchaseRecord): boolean {
  return readAttempts(ledger, id).some(({ outcome }) => outcome === 'duplicate')
}

/**
 * Reads the record of the purchase's payment by its own operation, because a row of the list has no reference. Returns the row's data if
 * the service does not show more.
 */
async function readFound(
  context: PurchaseContext,
  { client }: ProfileService,
  { id: owner, from }: PurchaseRecord,
  row: ListedTransaction,
): Promise<SeenSpend> {
  const read = await client.getTransaction(from, row.id, { owner }).catch((error: unknown) => {
    if (['service-rejected', 'service-malformed'].includes(toAppError(error).code)) return null
    throw error
  })
  return read?.transactionId === row.id ? seenSpend(read, context.now()) : seenRow(row, context.now())
}

function seenRow(row: ListedTransaction, readAt: number): SeenSpend {
  return {
    status: row.status,
    sku: row.productSku,
    reference: null,
    codes: [],
    spend: {
      transactionId: row.id,
      recordId: row.recordId,
      isDeleted: false,
      logoUrl: row.imageUrl,
      recorded: recordedOfRow(row),
      readAt,
    },
  }
}

/** Returns whether a row without a payment's hash may be the purchase's: its product is the same, or missing. */
function mayBeOurs(row: ListedTransaction, { terms }: PurchaseRecord): boolean {
  const isOfProduct = row.productSku === '' || row.productSku === terms.product.sku
  return isOfProduct && !namesHash(row)
}
