import { personStatus, type PersonStatus } from '../../shared/purchases/state.ts'
import { validDaysOf } from '../../shared/reminders/schedule.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { readDeliveryOrNull } from './delivery.ts'
import { listOwnOf, type OwnPurchase } from './list-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { DeliveryDetails } from './purchase-record.ts'
import { readSoundPurchase } from './purchase-repository.ts'
import { toPurchaseRow } from './purchase-view.ts'
import { recipientKey, recipientOf } from './recipient-of.ts'

/** A purchase, with all of the same. */
export interface Alike {
  readonly purchase: PurchaseRowView
  /** Purchases of the same product for the same recipient, this one too, in the order in which they were made. */
  readonly bought: readonly {
    readonly id: string
    /** Epoch milliseconds. */
    readonly at: number
    /** For how many days it can be used; null if unknown. */
    readonly validDays: number | null
  }[]
}

/** After these the recipient still waits for it. */
const missed: ReadonlySet<PersonStatus> = new Set(['not-paid', 'failed', 'refunded'])

/**
 * Returns purchases of the owner's by their ids, each with all of the same whose recipient got it, or may get it. Those that cannot be read
 * are left out. All are found in one pass over the ledger.
 */
export function listAlike(context: PurchaseContext, ids: readonly string[]): ReadonlyMap<string, Alike> {
  const asked = ids.flatMap((id) => {
    const record = readSoundPurchase(context.ledger, id)
    const delivery = record && readDeliveryOrNull(context, id)
    return record === null || delivery === null ? [] : [{ record, delivery }]
  })
  const countries = new Map(asked.map(({ record: { terms } }) => [terms.product.sku, terms.product.country]))
  const keyOf = alikeKeys(countries)
  const groups = Map.groupBy(listOwnOf(context.ledger, [...countries.keys()]), (purchase) => {
    const delivery = readDeliveryOrNull(context, purchase.id, purchase.sealedDelivery)
    return delivery && keyOf(purchase.sku, delivery)
  })
  return new Map(
    asked.flatMap(({ record, delivery }) => {
      const same = groups.get(keyOf(record.terms.product.sku, delivery)) ?? []
      if (!same.some(({ id }) => id === record.id)) return []
      const bought = same.filter(({ state }) => !missed.has(personStatus(state)))
      return [[record.id, { purchase: toPurchaseRow(record, delivery), bought: bought.map(toBought) }]]
    }),
  )
}

/** Returns what purchases of the same product for the same recipient have in common; each recipient is read once. */
function alikeKeys(countries: ReadonlyMap<string, string>): (sku: string, delivery: DeliveryDetails) => string {
  const known = new Map<string, string>()
  return (sku, delivery) => {
    const recipient = recipientOf(delivery)
    const asWritten = JSON.stringify([sku, recipient])
    const key = known.get(asWritten) ?? JSON.stringify([sku, recipientKey(recipient, countries.get(sku) ?? '')])
    known.set(asWritten, key)
    return key
  }
}

function toBought({ id, createdAt: at, durationDays }: OwnPurchase): Alike['bought'][number] {
  return { id, at, validDays: validDaysOf(durationDays) }
}
