import type { Chain } from '../../chain/chain.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { StepRecord } from './step-record.ts'
import { updateStep } from './step-repository.ts'

/**
 * Returns whether more than half of the nodes show that one of a step's transactions succeeded, and none contradicts, although the step
 * counted as reverted, cancelled or superseded. Throws AppError if the network does not answer.
 */
export async function isPaidAfterAll(chain: Chain, chainInstance: string, step: StepRecord): Promise<boolean> {
  if ((await chain.instance()) !== chainInstance) return false
  const payments = step.signed.filter(({ purpose }) => purpose !== 'cancel')
  const receipts = await Promise.all(payments.map(({ hash }) => chain.receipt(hash)))
  return receipts.some((receipt) => receipt?.succeeded && receipt.isBacked)
}

/** Reopens an ended step so that it is followed again; throws if it is in another state by now. */
export function reopenStep(db: WritableDb, intentId: string, step: Pick<StepRecord, 'position' | 'state'>): void {
  const unseen = {
    state: 'signed',
    minedHash: null,
    blockNumber: null,
    blockHash: null,
    feeUnits: null,
    l1FeeUnits: null,
  } as const
  updateStep(db, intentId, step, unseen)
}
