import { personStatus, type PersonStatus } from '../../../shared/purchases/state.ts'
import type { UnderWayView } from '../../../shared/checkout/views.ts'
import { readDeliveryOrNull } from '../delivery.ts'
import { isAskedAbout } from '../external/arrival-questions-repository.ts'
import { listUnpaidOf } from '../external/external-repository.ts'
import { listCurrentOf } from '../list-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { DeliveryDetails, FrozenTerms } from '../purchase-record.ts'
import { readSoundPurchase } from '../purchase-repository.ts'
import { toPurchaseRow } from '../purchase-view.ts'
import { recipientKeyOf, recipientOf } from '../recipient-of.ts'

/** For this long after a purchase, buying the same again may be a mistake. */
const JUST_BOUGHT_MS = 10 * 60_000
const underWay: ReadonlySet<PersonStatus> = new Set(['paying', 'on-its-way', 'needs-you'])

/**
 * Lists purchases of a product for the same recipient that are under way or awaited of another wallet, or just made and delivered, newest
 * first: buying now might pay twice for the same wish. A purchase whose recipient cannot be read may be for them.
 */
export function findUnderWay(context: PurchaseContext, sku: string, delivery: DeliveryDetails): UnderWayView[] {
  const isWanted: IsWanted = (own, { product: { country } }) =>
    own === null || recipientKeyOf(own, country) === recipientKeyOf(delivery, country)
  const asked = findAsked(context, sku, isWanted)
  const bought = findBought(context, sku, isWanted)
  return [...asked, ...bought].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}

/** Finds what another wallet is to pay for, or sent something for that is asked about, also after its user stopped waiting. */
function findAsked(context: PurchaseContext, sku: string, isWanted: IsWanted): UnderWayView[] {
  return listUnpaidOf(context.ledger, sku).flatMap(({ id, askedAt, ended, sealedDelivery, terms }): UnderWayView[] => {
    const status = isAskedAbout(context.ledger, id) ? 'arrived' : 'awaited'
    if (status === 'awaited' && ended !== null) return []
    const own = readDeliveryOrNull(context, id, sealedDelivery)
    if (!isWanted(own, terms)) return []
    return [{ id, createdAt: new Date(askedAt).toISOString(), status, reference: own && recipientOf(own) }]
  })
}

/** Returns whether a purchase with these terms is for the wanted recipient. */
type IsWanted = (own: DeliveryDetails | null, terms: Pick<FrozenTerms, 'product'>) => boolean

function findBought(context: PurchaseContext, sku: string, isWanted: IsWanted): UnderWayView[] {
  const since = context.now() - JUST_BOUGHT_MS
  return listCurrentOf(context.ledger, sku, since).flatMap((id) => {
    const record = readSoundPurchase(context.ledger, id)
    if (record === null) return []
    const status = personStatus(record.state)
    const isJustBought = status === 'delivered' && record.createdAt >= since
    if (!isJustBought && !underWay.has(status)) return []
    const own = readDeliveryOrNull(context, id)
    return isWanted(own, record.terms) ? [toPurchaseRow(record, own)] : []
  })
}
