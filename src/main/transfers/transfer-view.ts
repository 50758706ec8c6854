import { fromUnits } from '../../shared/money.ts'
import type { TransferView } from '../../shared/transfers/views.ts'
import { toSingleStepView } from '../engine/single-steps/single-step-view.ts'
import type { SingleWait } from '../engine/single-steps/single-step-waits.ts'
import { readName } from './sealed-name.ts'
import type { TransferRecord } from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'

/** Returns a transfer as shown, with what it waits for. */
export function toTransferView(
  context: TransfersContext,
  record: TransferRecord,
  wait: SingleWait | null,
): TransferView {
  const { id, network, coin, sealedName } = record
  return {
    ...toSingleStepView(context, record, wait),
    recipient: record.recipient,
    name: sealedName && readName(context, id, sealedName),
    networkKey: network.key,
    token: record.token,
    symbol: coin.symbol,
    amount: fromUnits(record.units, coin.decimals),
  }
}
