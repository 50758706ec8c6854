import type { FeeAction } from '../../../shared/transactions/views.ts'
import type { PurchaseView } from '../../../shared/purchases/views.ts'

/** Until then the network is left alone with it. */
const PATIENCE_MS = 30_000

type Waiting = Pick<PurchaseView, 'feeActions' | 'networkTrouble'>

/** What can be done about a fee that helps: no fee is high enough for a network that makes no blocks. */
export function usefulFeeActions({ feeActions, networkTrouble }: Waiting): FeeAction[] {
  return networkTrouble?.what === 'still' ? feeActions.filter((action) => action !== 'speed-up') : [...feeActions]
}

/** The same for one that only waits, once the network had its time (epoch milliseconds). */
export function feeActionsAt(waiting: Waiting & Pick<PurchaseView, 'createdAt'>, now: number): FeeAction[] {
  return now - Date.parse(waiting.createdAt) > PATIENCE_MS ? usefulFeeActions(waiting) : []
}

/** Whether nothing can be signed for it now: what it costs is for the network to say. */
export function isOutOfReach({ networkTrouble }: Pick<Waiting, 'networkTrouble'>): boolean {
  return networkTrouble?.what === 'silent'
}
