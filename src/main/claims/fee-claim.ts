import type { Claim } from '../chain/chain.ts'
import { createFeeActions, type FeeActions } from '../engine/fees/fee-actions.ts'
import { feeActionsOf } from '../engine/fees/plan-bump.ts'
import type { ClaimRecord } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'

/** Creates the fee actions of claims. A speed-up withdraws the same refund. */
export function createClaimFees(context: ClaimsContext, find: (id: string) => ClaimRecord): FeeActions {
  return createFeeActions(context, {
    find(id) {
      const claim = find(id)
      const { step, network, profileId, chainInstance, from, token } = claim
      return {
        intentId: id,
        profileId,
        chainInstance,
        from,
        steps: [step],
        network,
        nativeSymbol: network.nativeSymbol,
        actions: feeActionsOf([step]),
        effectOf: () => ({ claims: withdrawalOf(claim) }),
        spendsOf: () => ({ token, units: 0n }),
      }
    },
  })
}

function withdrawalOf({ router, serviceId, recordId, token, from }: ClaimRecord): Claim {
  return recordId === null ? { router, serviceId, token, refundee: from } : { router, serviceId, recordId }
}
