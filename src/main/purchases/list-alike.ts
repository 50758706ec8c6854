import { personStatus, type PersonStatus } from '../../shared/purchases/state.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { readDeliveryOrNull } from './delivery.ts'
import { listOwnOf, type OwnPurchase } from './list-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { DeliveryDetails, PurchaseRecord } from './purchase-record.ts'
import { readSoundPurchase } from './purchase-repository.ts'
import { toPurchaseRow } from './purchase-view.ts'
import { normalizeRecipient, recipientOf } from './recipient-of.ts'

/** A purchase, with all of the same since then. */
export interface Alike {
  readonly purchase: PurchaseRowView
  /** Purchases of the same product for the same recipient, this one too, oldest first. */
  readonly bought: readonly {
    /** Epoch milliseconds. */
    readonly at: number
    /** For how many days it can be used; null if unknown. */
    readonly validDays: number | null
  }[]
}

/** After these the recipient still waits for it. */
const missed: ReadonlySet<PersonStatus> = new Set(['not-paid', 'failed', 'refunded'])

/**
 * Returns purchases of the owner's by their ids, each with all of the same since then whose recipient got it, or may get it. Those that
 * cannot be read are left out. All are found in one pass over the ledger.
 */
export function listAlike(context: PurchaseContext, ids: readonly string[]): ReadonlyMap<string, Alike> {
  const asked = ids.flatMap((id) => {
    const record = readSoundPurchase(context.ledger, id)
    const delivery = record && readDeliveryOrNull(context, id)
    return record === null || delivery === null ? [] : [{ record, delivery }]
  })
  const groups = groupOwn(
    context,
    asked.map(({ record }) => record),
  )
  return new Map(
    asked.flatMap(({ record, delivery }) => {
      const since = groups.get(keyOf(record.terms.product.sku, delivery)) ?? []
      const from = since.findIndex(({ id }) => id === record.id)
      const bought = since.slice(from).filter(({ state }) => !missed.has(personStatus(state)))
      return from < 0 ? [] : [[record.id, { purchase: toPurchaseRow(record, delivery), bought: bought.map(toBought) }]]
    }),
  )
}

/** Returns the purchases of the products of others since the first of them, by product and recipient. */
function groupOwn(context: PurchaseContext, records: readonly PurchaseRecord[]): Map<string, OwnPurchase[]> {
  const skus = records.map(({ terms }) => terms.product.sku)
  const since = records.reduce((least, { createdAt }) => Math.min(least, createdAt), Infinity)
  const own = records.length === 0 ? [] : listOwnOf(context.ledger, skus, since)
  return Map.groupBy(own, (purchase) => {
    const delivery = readDeliveryOrNull(context, purchase.id, purchase.sealedDelivery)
    return delivery === null ? '' : keyOf(purchase.sku, delivery)
  })
}

const keyOf = (sku: string, delivery: DeliveryDetails): string =>
  JSON.stringify([sku, normalizeRecipient(recipientOf(delivery))])

function toBought({ createdAt: at, durationDays }: OwnPurchase): Alike['bought'][number] {
  const days = Math.floor(Number(durationDays ?? 0))
  return { at, validDays: days >= 1 ? days : null }
}
