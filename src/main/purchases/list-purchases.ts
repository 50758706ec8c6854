import type { RequestArgument } from '../../shared/contract.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { personStatus } from '../../shared/purchases/state.ts'
import { readDeliveryOrNull } from './delivery.ts'
import { listStates } from './list-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { countPurchases, listPurchaseIds, readSoundPurchase } from './purchase-repository.ts'
import { toPurchaseRow } from './purchase-view.ts'

/** A part of a list of purchases, and its place in it. */
export type PurchasePage = Omit<RequestArgument<'purchases.list'>, 'text'>

/** Returns a page of the history, newest first. */
export function listPurchases(
  context: PurchaseContext,
  { status, offset, limit }: PurchasePage,
): { purchases: PurchaseRowView[]; total: number } {
  if (status === null) {
    const ids = listPurchaseIds(context.ledger, offset, limit)
    return { purchases: purchaseRows(context, ids), total: countPurchases(context.ledger) }
  }
  const found = listStates(context.ledger).filter(({ state }) => personStatus(state) === status)
  const ids = found.slice(offset, offset + limit).map(({ id }) => id)
  return { purchases: purchaseRows(context, ids), total: found.length }
}

/** Returns the rows of purchases, without damaged ones. */
export function purchaseRows(context: PurchaseContext, ids: readonly string[]): PurchaseRowView[] {
  return ids.flatMap((id) => {
    const record = readSoundPurchase(context.ledger, id)
    return record === null ? [] : [toPurchaseRow(record, readDeliveryOrNull(context, id))]
  })
}
