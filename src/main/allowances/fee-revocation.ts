import { isSignedRevocation } from '../chain/revocation-guard.ts'
import { createSingleStepFees, type SingleStepFees } from '../engine/single-step-fees.ts'
import type { AllowancesContext } from './allowances-context.ts'
import type { RevocationRecord } from './revocation-repository.ts'

/** Creates the fee actions of revocations: sped up, the same contract may take nothing of the same coin. */
export function createRevocationFees(
  context: AllowancesContext,
  find: (id: string) => RevocationRecord,
): SingleStepFees {
  return createSingleStepFees(context, {
    find,
    effectOf: ({ token, spender }) => ({ approves: { token, spender, units: 0n } }),
    spendsOf: ({ token }) => ({ token, units: 0n }),
    isSame: (raw, { network: { chainId }, token, spender }, own) =>
      isSignedRevocation(raw, { chainId, token, spender, own }),
    reason: 'revoking',
  })
}
