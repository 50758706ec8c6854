import { isHash } from '../../../shared/scalars.ts'
import type { ListedTransaction } from '../../service/operations/list-transactions.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { readRegistrations } from './registration-repository.ts'

type Row = Pick<ListedTransaction, 'blockchainTransactionHash'>

/** Returns every form of a payment that the service may know, in lower case: all that were ever sent to it, and the one that was mined. */
export function paymentHashes({ ledger }: Pick<PurchaseContext, 'ledger'>, record: PurchaseRecord): Set<string> {
  const hashes = readRegistrations(ledger, record.id).map(({ paymentHash }) => paymentHash.toLowerCase())
  const mined = payStep(record).minedHash
  return new Set(mined === null ? hashes : [...hashes, mined.toLowerCase()])
}

/** Whether a row of the service's list names the hash of a transaction. */
export function namesHash({ blockchainTransactionHash }: Row): boolean {
  return isHash(blockchainTransactionHash)
}

/** Whether a row with a purchase's id is of another payment: ids may be used again. */
export function isOfOther(context: Pick<PurchaseContext, 'ledger'>, record: PurchaseRecord, row: Row): boolean {
  return namesHash(row) && !paymentHashes(context, record).has(row.blockchainTransactionHash)
}
