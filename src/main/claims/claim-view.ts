import type { ClaimView } from '../../shared/claims/views.ts'
import { fromUnits } from '../../shared/money.ts'
import { toSingleStepView } from '../engine/single-steps/single-step-view.ts'
import type { SingleWait } from '../engine/single-steps/single-step-waits.ts'
import type { ClaimRecord } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'

/** Returns a claim as shown, with what it waits for; `isLate` if nodes should have shown its transfer by now. Sends no request. */
export function toClaimView(
  context: ClaimsContext,
  record: ClaimRecord,
  wait: SingleWait | null,
  isLate: boolean,
): ClaimView {
  const { units, coin, covers, countedAt } = record
  const shown = toSingleStepView(context, record, wait)
  return {
    ...shown,
    isOverdue: shown.isOverdue || isLate,
    purchaseIds: covers.map(({ id }) => id),
    amount: fromUnits(units, coin.decimals),
    tokenSymbol: coin.symbol,
    isCounted: countedAt !== null,
  }
}
