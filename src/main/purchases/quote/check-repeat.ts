import { AppError } from '../../../shared/errors.ts'
import { isUnpaidForGood } from '../../../shared/purchases/state.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { readState } from '../purchase-repository.ts'
import { isRepeatAlive } from '../repeat-repository.ts'

/**
 * Checks that a new purchase may repeat `id`: only if its payment can never count any more, and no other purchase of the same intent is
 * open or paid, apart from the payment of another wallet that the new one replaces. Throws AppError `not-found`, or `not-allowed` with the
 * reason `may-be-paid` or `repeated-already`.
 */
export function checkRepeat(ledger: ReadableDb, id: string, replaces: string | null = null): void {
  const first = readState(ledger, id)
  if (first === null) throw new AppError('not-found', 'There is no such purchase')
  if (!isUnpaidForGood(first)) {
    throw new AppError('not-allowed', 'That purchase may still be paid', { details: { reason: 'may-be-paid' } })
  }
  if (isRepeatAlive(ledger, id, replaces)) {
    throw new AppError('not-allowed', 'It was bought again already', { details: { reason: 'repeated-already' } })
  }
}
