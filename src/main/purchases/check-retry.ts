import { AppError } from '../../shared/errors.ts'
import { isUnpaidForGood } from '../../shared/purchase.ts'
import type { Database } from '../db/open-database.ts'
import { readPurchase } from './purchase-repository.ts'
import { readRetries } from './retry-repository.ts'

/**
 * Whether a new purchase may stand in for `id`: only one whose payment can never count any more, and only once. AppError
 * `not-found`, or `not-allowed` with the reason `may-be-paid` or `retried-already`.
 */
export function checkRetry(ledger: Database, id: string): void {
  const first = readPurchase(ledger, id)
  if (first === null) throw new AppError('not-found', 'There is no such purchase')
  if (!isUnpaidForGood(first.state)) {
    throw new AppError('not-allowed', 'That purchase may still be paid', { details: { reason: 'may-be-paid' } })
  }
  const isAlive = readRetries(ledger, id).retriedBy.some((later) => {
    const record = readPurchase(ledger, later)
    return record !== null && !isUnpaidForGood(record.state)
  })
  if (isAlive) {
    throw new AppError('not-allowed', 'It was bought again already', { details: { reason: 'retried-already' } })
  }
}
