import { personStatus, type PersonStatus } from '../../shared/purchases/state.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { readDeliveryOrNull } from './delivery.ts'
import { listOwnOf } from './list-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { readSoundPurchase } from './purchase-repository.ts'
import { toPurchaseRow } from './purchase-view.ts'
import { isSameRecipient, recipientOf } from './recipient-of.ts'

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

/** Returns a purchase of the owner's, with all of the same since then whose recipient got it, or may get it; null if it cannot be read. */
export function listAlike(context: PurchaseContext, id: string): Alike | null {
  const record = readSoundPurchase(context.ledger, id)
  const delivery = record && readDeliveryOrNull(context, id)
  if (record === null || delivery === null) return null
  const ids = listOwnOf(context.ledger, record.terms.product.sku, record.createdAt)
  if (!ids.includes(id)) return null
  const recipient = recipientOf(delivery)
  const bought = ids.flatMap((other) => {
    const found = readSoundPurchase(context.ledger, other)
    const own = found && readDeliveryOrNull(context, other)
    if (found === null || own === null || !isSameRecipient(recipientOf(own), recipient)) return []
    if (missed.has(personStatus(found.state))) return []
    const days = Math.floor(Number(found.terms.product.facts?.durationDays ?? 0))
    return [{ at: found.createdAt, validDays: days >= 1 ? days : null }]
  })
  return { purchase: toPurchaseRow(record, delivery), bought }
}
