import { isAddressEqual } from 'viem'
import type { RevocationView } from '../../shared/allowances/views.ts'
import { toSingleStepView } from '../engine/single-steps/single-step-view.ts'
import type { SingleWait } from '../engine/single-steps/single-step-waits.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { readApproved } from './approved-repository.ts'
import type { RevocationRecord } from './revocation-repository.ts'

/** Returns a revocation as shown, with what it waits for; sends no request. */
export function toRevocationView(
  context: AllowancesContext,
  record: RevocationRecord,
  wait: SingleWait | null,
): RevocationView {
  const { token, spender, from, chainInstance } = record
  const current = context.current()
  const here = current?.networks.find(({ network }) => network.chainId === record.network.chainId)
  const isRouter = here?.routers.some((router) => isAddressEqual(router, spender)) ?? false
  const permitted = readApproved(context.ledger, from).filter((one) => one.chainInstance === chainInstance)
  const named = [...(here?.tokens ?? []), ...permitted.map((one) => one.token)]
  return {
    ...toSingleStepView(context, record, wait),
    token,
    tokenSymbol: named.find(({ address }) => isAddressEqual(address, token))?.symbol ?? shortened(token),
    spender,
    spenderName: current && isRouter ? (context.service(current.profileId)?.profile.name ?? null) : null,
  }
}

function shortened(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
