import { judgeSigned } from '../chain/transfer-guard.ts'
import { createSingleStepFees, type SingleStepFees } from '../engine/single-step-fees.ts'
import type { TransferRecord } from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'

/** Creates the fee actions of transfers: sped up, the same coins go to the same address. */
export function createTransferFees(context: TransfersContext, find: (id: string) => TransferRecord): SingleStepFees {
  return createSingleStepFees(context, {
    find,
    effectOf: ({ token, recipient, units }) => ({ sends: { token, recipient, units } }),
    spendsOf: ({ token, units }) => ({ token, units }),
    isSame(raw, { from, network: { chainId }, token, recipient, units }, own) {
      return judgeSigned(raw, { chainId, from, transfer: { token, recipient, units }, own }).ok
    },
    reason: 'sending',
  })
}
