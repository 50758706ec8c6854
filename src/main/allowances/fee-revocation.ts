import { createFeeActions, type FeeActions } from '../engine/fees/fee-actions.ts'
import { feeActionsOf } from '../engine/fees/plan-bump.ts'
import type { AllowancesContext } from './allowances-context.ts'
import type { RevocationRecord } from './revocation-repository.ts'

/** Creates the fee actions of revocations. A speed-up revokes the same contract's allowance for the same coin. */
export function createRevocationFees(context: AllowancesContext, find: (id: string) => RevocationRecord): FeeActions {
  return createFeeActions(context, {
    find(id) {
      const { step, token, spender, network, ...revocation } = find(id)
      return {
        ...revocation,
        intentId: id,
        steps: [step],
        network,
        nativeSymbol: network.nativeSymbol,
        actions: feeActionsOf([step]),
        effectOf: () => ({ approves: { token, spender, units: 0n } }),
        spendsOf: () => ({ token, units: 0n }),
      }
    },
  })
}
