import { isAddressEqual } from 'viem'
import type { RevocationView } from '../../shared/allowances/views.ts'
import { toSingleStepView } from '../engine/single-steps/single-step-view.ts'
import type { SingleWait } from '../engine/single-steps/single-step-waits.ts'
import type { AllowancesContext } from './allowances-context.ts'
import type { RevocationRecord } from './revocation-repository.ts'
import { revokedToken } from './revoked-token.ts'

/** Returns a revocation as shown, with what it waits for; sends no request. */
export function toRevocationView(
  context: AllowancesContext,
  record: RevocationRecord,
  wait: SingleWait | null,
): RevocationView {
  const { token, spender } = record
  const current = context.current()
  const here = current?.networks.find(({ network }) => network.chainId === record.network.chainId)
  const isRouter = here?.routers.some((router) => isAddressEqual(router, spender)) ?? false
  return {
    ...toSingleStepView(context, record, wait),
    token,
    tokenSymbol: revokedToken(context, record).symbol,
    spender,
    spenderName: current && isRouter ? (context.service(current.profileId)?.profile.name ?? null) : null,
  }
}
