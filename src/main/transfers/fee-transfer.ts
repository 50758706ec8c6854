import { createFeeActions, type FeeActions } from '../engine/fees/fee-actions.ts'
import { feeActionsOf } from '../engine/fees/plan-bump.ts'
import type { TransferRecord } from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'

/** Creates the fee actions of transfers. A speed-up sends the same coins to the same address. */
export function createTransferFees(context: TransfersContext, find: (id: string) => TransferRecord): FeeActions {
  return createFeeActions(context, {
    find(id) {
      const { step, token, recipient, units, network, ...transfer } = find(id)
      return {
        ...transfer,
        intentId: id,
        steps: [step],
        network,
        nativeSymbol: network.nativeSymbol,
        actions: feeActionsOf([step]),
        effectOf: () => ({ sends: { token, recipient, units } }),
        spendsOf: () => ({ token, units }),
      }
    },
  })
}
