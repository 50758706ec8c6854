import { fromUnits } from '../../shared/money.ts'
import type { TransferView } from '../../shared/transfer-views.ts'
import { NATIVE_DECIMALS } from '../chain/native-coin.ts'
import { feeActionsOf } from '../engine/plan-bump.ts'
import { readSignedAt } from '../engine/step-repository.ts'
import { explorerUrl } from '../chain/explorer-url.ts'
import type { SingleWait } from '../engine/single-step-waits.ts'
import { readName } from './sealed-name.ts'
import type { TransferRecord } from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'

/** Returns a transfer as it is shown, with what it waits for. */
export function toTransferView(
  context: TransfersContext,
  record: TransferRecord,
  wait: SingleWait | null,
): TransferView {
  const { id, step, network, coin, sealedName } = record
  const newest = step.signed.at(-1)
  const hash = step.minedHash ?? newest?.hash ?? null
  const { purpose } = newest ?? { purpose: 'original' }
  const signedAt = newest && purpose !== 'original' ? readSignedAt(context.ledger, newest.hash) : null
  return {
    id,
    createdAt: new Date(record.createdAt).toISOString(),
    state: step.state,
    from: record.from,
    recipient: record.recipient,
    name: sealedName && readName(context, id, sealedName),
    networkKey: network.key,
    networkName: network.name,
    token: record.token,
    symbol: coin.symbol,
    amount: fromUnits(record.units, coin.decimals),
    nativeSymbol: network.nativeSymbol,
    networkFee: step.feeUnits === null ? null : fromUnits(step.feeUnits, NATIVE_DECIMALS),
    hash,
    explorerUrl: hash && explorerUrl(network.explorerUrl, hash, context.service(record.profileId)?.profile ?? null),
    waitingFor: step.state === 'signed' && wait ? { what: wait.what, refusal: wait.refusal } : null,
    isOverdue: step.state === 'signed' && wait !== null && wait.overdueSince !== null,
    feeActions: wait?.what === 'proof' ? [] : feeActionsOf([step]),
    feeChange:
      signedAt === null || purpose === 'original' ? null : { action: purpose, at: new Date(signedAt).toISOString() },
  }
}
