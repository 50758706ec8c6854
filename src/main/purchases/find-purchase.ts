import { AppError } from '../../shared/errors.ts'
import type { ReadableDb } from '../db/connections.ts'
import type { PurchaseRecord } from './purchase-record.ts'
import { readPurchase } from './purchase-repository.ts'

/** Reads a purchase; throws AppError `not-found` if there is none. */
export function findPurchase(db: ReadableDb, id: string): PurchaseRecord {
  const record = readPurchase(db, id)
  if (record === null) throw new AppError('not-found', 'There is no such purchase')
  return record
}
