import { fromUnits } from '../../shared/money.ts'
import type { SingleStepView } from '../../shared/single-step-views.ts'
import { explorerUrl } from '../chain/explorer-url.ts'
import { NATIVE_DECIMALS } from '../chain/native-coin.ts'
import { feeActionsOf } from './plan-bump.ts'
import type { SingleStep } from './run-single-steps.ts'
import type { SingleWait, WaitsContext } from './single-step-waits.ts'
import { readSignedAt } from './step-repository.ts'

/** A network as an intent of one step froze it. */
interface ShownNetwork {
  readonly name: string
  readonly explorerUrl: string
  readonly nativeSymbol: string
}

/** Returns what every intent of one step shows, with what it waits for. */
export function toSingleStepView(
  { ledger, service }: Pick<WaitsContext, 'ledger' | 'service'>,
  { id, createdAt, profileId, from, network, step }: SingleStep<ShownNetwork>,
  wait: SingleWait | null,
): SingleStepView {
  const newest = step.signed.at(-1)
  const hash = step.minedHash ?? newest?.hash ?? null
  const { purpose } = newest ?? { purpose: 'original' }
  const changedAt = newest && purpose !== 'original' ? readSignedAt(ledger, newest.hash) : null
  return {
    id,
    createdAt: new Date(createdAt).toISOString(),
    state: step.state,
    from,
    networkName: network.name,
    nativeSymbol: network.nativeSymbol,
    networkFee: step.feeUnits === null ? null : fromUnits(step.feeUnits, NATIVE_DECIMALS),
    hash,
    explorerUrl: hash && explorerUrl(network.explorerUrl, hash, service(profileId)?.profile ?? null),
    waitingFor: step.state === 'signed' && wait ? { what: wait.what, refusal: wait.refusal } : null,
    isOverdue: step.state === 'signed' && wait !== null && wait.overdueSince !== null,
    feeActions: wait?.what === 'proof' ? [] : feeActionsOf([step]),
    feeChange:
      changedAt === null || purpose === 'original' ? null : { action: purpose, at: new Date(changedAt).toISOString() },
  }
}
