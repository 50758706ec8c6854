import type { RequestArgument } from '../../shared/contract.ts'
import type { PurchaseRowView } from '../../shared/views.ts'
import { readDeliveryOrNull } from './delivery.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { countPurchases, listPurchaseIds, readPurchase } from './purchase-repository.ts'
import { toPurchaseRow } from './purchase-view.ts'

/** A page of the history, newest first; words are looked for in product, country, SKU, reference and hash, since references are sealed. */
export function listPurchases(
  context: PurchaseContext,
  { text, status, offset, limit }: RequestArgument<'purchases.list'>,
): { purchases: PurchaseRowView[]; total: number } {
  if (text.trim() === '' && status === null) {
    const rows = listPurchaseIds(context.ledger, offset, limit).flatMap((id) => rowOf(context, id) ?? [])
    return { purchases: rows, total: countPurchases(context.ledger) }
  }
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const found: PurchaseRowView[] = []
  let total = 0
  for (const { row, haystack } of eachPurchase(context)) {
    if (status !== null && row.status !== status) continue
    if (!words.every((word) => haystack.includes(word))) continue
    if (total >= offset && found.length < limit) found.push(row)
    total++
  }
  return { purchases: found, total }
}

function rowOf(context: PurchaseContext, id: string): PurchaseRowView | null {
  const record = readPurchase(context.ledger, id)
  return record && toPurchaseRow(record, readDeliveryOrNull(context, id))
}

function* eachPurchase(context: PurchaseContext): Generator<{ row: PurchaseRowView; haystack: string }> {
  const size = 200
  for (let offset = 0; ; offset += size) {
    const ids = listPurchaseIds(context.ledger, offset, size)
    for (const id of ids) {
      const record = readPurchase(context.ledger, id)
      if (record === null) continue
      const row = toPurchaseRow(record, readDeliveryOrNull(context, id))
      const hashes = record.steps.flatMap((step) => step.signed.map((signed) => signed.hash))
      const parts = [
        row.brandName,
        row.country,
        row.sku,
        row.reference ?? '',
        row.networkName,
        row.tokenSymbol,
        ...hashes,
      ]
      yield { row, haystack: parts.join(' ').toLowerCase() }
    }
    if (ids.length < size) return
  }
}
