import { fromUnits } from '../../../shared/money.ts'
import type { SingleStepView } from '../../../shared/transactions/single-step-views.ts'
import { toTroubleView } from '../../chain/nodes/trouble/network-trouble.ts'
import { explorerUrl } from '../../chain/explorer-url.ts'
import { NATIVE_DECIMALS } from '../../chain/guard/native-coin.ts'
import type { SingleStep } from './follow-single-step.ts'
import { feeActionsOf } from '../fees/plan-bump.ts'
import type { SingleWait } from './single-step-waits.ts'
import type { SpendContext } from '../spend-context.ts'
import { isStepOpen } from '../steps/step-record.ts'
import { readSignedAt } from '../steps/step-repository.ts'

/** Returns the view of a single-step intent, with what it waits for. */
export function toSingleStepView(
  { ledger, service, chain }: Pick<SpendContext, 'ledger' | 'service' | 'chain'>,
  { id, createdAt, profileId, from, network, step }: SingleStep,
  wait: SingleWait | null,
): SingleStepView {
  const newest = step.signed.at(-1)
  const hash = step.minedHash ?? newest?.hash ?? null
  const { purpose } = newest ?? { purpose: 'original' }
  const changedAt = newest && purpose !== 'original' ? readSignedAt(ledger, newest.hash) : null
  const profile = service(profileId)?.profile ?? null
  const isOverdue = isStepOpen(step) && wait !== null && wait.overdueSince !== null
  const isWaiting = step.state === 'signed' || isOverdue
  return {
    id,
    createdAt: new Date(createdAt).toISOString(),
    state: step.state,
    from,
    networkName: network.name,
    nativeSymbol: network.nativeSymbol,
    networkFee: step.feeUnits === null ? null : fromUnits(step.feeUnits, NATIVE_DECIMALS),
    hash,
    explorerUrl: hash && explorerUrl(network.explorerUrl, hash, profile),
    waitingFor: step.state === 'signed' && wait?.what ? { what: wait.what, refusal: wait.refusal } : null,
    networkTrouble: isWaiting && profile ? toTroubleView(chain(network, profile).trouble()) : null,
    isOverdue,
    feeActions: wait?.what === 'proof' || wait?.what === 'gap' ? [] : feeActionsOf([step]),
    feeChange:
      changedAt === null || purpose === 'original' ? null : { action: purpose, at: new Date(changedAt).toISOString() },
  }
}
