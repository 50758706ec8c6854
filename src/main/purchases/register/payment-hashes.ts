import { isHash } from '../../../shared/scalars.ts'
import type { ListedTransaction } from '../../service/operations/list-transactions.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { readRegistrations } from './registration-repository.ts'

type Row = Pick<ListedTransaction, 'blockchainTransactionHash'>

/** Returns every hash of a payment that the service may know, in lower case: all that were ever sent to it, and the mined one. */
export function paymentHashes({ ledger }: Pick<PurchaseContext, 'ledger'>, record: PurchaseRecord): Set<string> {
  const hashes = readRegistrations(ledger, record.id).map(({ paymentHash }) => paymentHash.toLowerCase())
  const mined = payStep(record).minedHash
  return new Set(mined === null ? hashes : [...hashes, mined.toLowerCase()])
}

/** Returns whether a row of the service's list names a transaction's hash. */
export function namesHash({ blockchainTransactionHash }: Row): boolean {
  return isHash(blockchainTransactionHash)
}

/** Returns whether a row with a purchase's id is of another payment: services may reuse ids. */
export function isOfOther(context: Pick<PurchaseContext, 'ledger'>, record: PurchaseRecord, row: Row): boolean {
  return namesHash(row) && !paymentHashes(context, record).has(row.blockchainTransactionHash)
}
