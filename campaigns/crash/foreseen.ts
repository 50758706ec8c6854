import { AppError } from '../../src/shared/errors.ts'
import { isLedgerFault } from './ledger-fault.ts'
import { CutOffError } from './points.ts'

/** Returns whether an error is one that a person sees: Till says what is wrong, a commit failed, or its process was cut off. */
export function isForeseen(error: unknown): boolean {
  return error instanceof CutOffError || error instanceof AppError || isLedgerFault(error)
}
