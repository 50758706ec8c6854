import { AppError } from '../../shared/errors.ts'
import type { AllTransactions } from '../service/read-all-transactions.ts'
import { afresh } from '../../shared/afresh.ts'
import { commitRegistered } from './commit-registered.ts'
import type { PurchaseContext, PurchaseService } from './purchase-context.ts'
import { recordedOfRow } from './recorded-of.ts'
import { payStep, type PurchaseRecord } from './purchase-record.ts'
import { readRegistrations } from './registration-repository.ts'

/** Complete lists without the payment before its absence counts. */
const ABSENCES_NEEDED = 2

/** Reads the whole list of a purchase's wallet, begun after the question; purchases that ask together share one reading. */
export type WholeLists = (service: PurchaseService, record: PurchaseRecord) => Promise<AllTransactions>

/** Builds the readings of whole lists, one at a time per service and wallet, out of the requests kept for whoever asked last. */
export function createWholeLists(signal: AbortSignal): WholeLists {
  const readers = new Map<string, WholeLists>()
  return (service, record) => {
    const key = `${service.profileId} ${record.from}`
    const known = readers.get(key)
    if (known) return known(service, record)
    const reader: WholeLists = afresh(({ client }, { from, id }) =>
      client.readAllTransactions({ address: from, owner: id, signal }),
    )
    readers.set(key, reader)
    return reader(service, record)
  }
}

/**
 * Finds out from the service's whole list whether an unclear registration happened: `registered`, `absent` once it was missing
 * from two complete lists in a row, else `unknown`. AppError where the list could not be read.
 */
export async function resolveRegistration(
  context: PurchaseContext,
  { lists, absences }: { readonly lists: WholeLists; readonly absences: Map<string, number> },
  service: PurchaseService,
  record: PurchaseRecord,
): Promise<'registered' | 'absent' | 'unknown'> {
  const hashes = hashesOf(context, record)
  if (hashes.size === 0) throw new Error('An unclear registration without its body')
  const list = await lists(service, record)
  const found = list.transactions.find((one) => hashes.has(one.blockchainTransactionHash))
  if (found) {
    absences.delete(record.id)
    commitRegistered(context, record, {
      status: found.status,
      sku: found.productSku,
      reference: null,
      spend: {
        transactionId: found.id,
        recordId: found.recordId,
        isDeleted: false,
        logoUrl: found.imageUrl,
        recorded: recordedOfRow(found),
        readAt: context.now(),
      },
    })
    return 'registered'
  }
  if (list.error) throw list.error
  if (!list.complete) throw new AppError('service-malformed', 'The service’s list is not complete')
  const seen = (absences.get(record.id) ?? 0) + 1
  absences.set(record.id, seen)
  if (seen < ABSENCES_NEEDED) return 'unknown'
  // What is sent now may be unclear again, and then the lists before it say nothing.
  absences.delete(record.id)
  return 'absent'
}

/** Every form of the payment that the service may know: all it was ever told of, and the one that was mined. */
function hashesOf(context: PurchaseContext, record: PurchaseRecord): Set<string> {
  const told = readRegistrations(context.ledger, record.id).map(({ paymentHash }) => paymentHash.toLowerCase())
  const mined = payStep(record).minedHash
  return new Set(mined === null ? told : [...told, mined.toLowerCase()])
}
