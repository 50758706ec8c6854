import type { FeeAction } from '../../../shared/transactions/views.ts'
import type { PurchaseView } from '../../../shared/purchases/views.ts'

/** Time for the network to mine a transaction before Till offers fee actions. */
const PATIENCE_MS = 30_000

type Waiting = Pick<PurchaseView, 'feeActions' | 'networkTrouble'>

/** Returns the fee actions that help: no fee is high enough for a network that produces no blocks. */
export function usefulFeeActions({ feeActions, networkTrouble }: Waiting): FeeAction[] {
  return networkTrouble?.what === 'stalled' ? feeActions.filter((action) => action !== 'speed-up') : [...feeActions]
}

/** Returns the same for a waiting transaction, once the network had enough time; `now` in epoch milliseconds. */
export function feeActionsAt(waiting: Waiting & Pick<PurchaseView, 'createdAt'>, now: number): FeeAction[] {
  return now - Date.parse(waiting.createdAt) > PATIENCE_MS ? usefulFeeActions(waiting) : []
}

/** Returns whether nothing can be signed for it now, since the network must first say what it costs. */
export function isOutOfReach({ networkTrouble }: Pick<Waiting, 'networkTrouble'>): boolean {
  return networkTrouble?.what === 'silent'
}
