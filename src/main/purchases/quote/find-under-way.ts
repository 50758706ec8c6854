import { personStatus, type PersonStatus } from '../../../shared/purchases/state.ts'
import type { UnderWayView } from '../../../shared/checkout/views.ts'
import { readDeliveryOrNull } from '../delivery.ts'
import { isAskedAbout } from '../external/arrival-questions-repository.ts'
import { isWatched, type ExternalPayment } from '../external/external-payment.ts'
import { listUnpaidOf, readExternal } from '../external/external-repository.ts'
import { listCurrentOf } from '../list-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { DeliveryDetails, FrozenTerms } from '../purchase-record.ts'
import { readSoundPurchase } from '../purchase-repository.ts'
import { recipientKeyOf, recipientOf } from '../recipient-of.ts'

/** For this long after a purchase, buying the same again may be a mistake. */
const JUST_BOUGHT_MS = 10 * 60_000
const underWay: ReadonlySet<PersonStatus> = new Set(['paying', 'on-its-way', 'needs-you'])

/** What is bought, for whom, and since when buying it again may be a mistake (epoch milliseconds). */
interface Wish {
  readonly sku: string
  readonly delivery: DeliveryDetails
  readonly since: number
}

/**
 * Lists purchases of a product for the same recipient that are under way or awaited of another wallet, or made and delivered just now, or
 * since the payment that is replaced was asked for: buying now might pay twice for the same wish. Those with a question come first, those
 * awaited no more last, otherwise the newest first. A purchase whose recipient cannot be read may be for them.
 */
export function findUnderWay(
  context: PurchaseContext,
  sku: string,
  delivery: DeliveryDetails,
  replaces: string | null = null,
): UnderWayView[] {
  const replaced = replaces === null ? null : readExternal(context.ledger, replaces)
  const since = Math.min(context.now() - JUST_BOUGHT_MS, replaced?.askedAt ?? Infinity)
  return findSame(context, { sku, delivery, since }, listUnpaidOf(context.ledger, sku))
}

/**
 * Returns what was bought for the same recipient since another wallet was asked to pay, is under way, or arrived and is in question; null if
 * there is none, or nobody has to pay or answer for it. What is only awaited was shown before it was asked for.
 */
export function findPaidElsewhere(
  context: PurchaseContext,
  { id, askedAt, ended, terms }: Pick<ExternalPayment, 'id' | 'askedAt' | 'ended' | 'terms'>,
  delivery: DeliveryDetails | null,
): UnderWayView | null {
  const isOver = ended === 'paid' || (ended === 'stopped' && !isAskedAbout(context.ledger, id))
  if (isOver || delivery === null) return null
  const { sku } = terms.product
  const questioned = listUnpaidOf(context.ledger, sku, { isQuestioned: true }).filter((one) => one.id !== id)
  return findSame(context, { sku, delivery, since: askedAt }, questioned)[0] ?? null
}

function findSame(context: PurchaseContext, wish: Wish, asked: readonly ExternalPayment[]): UnderWayView[] {
  const isWanted: IsWanted = (own, { product: { country } }) =>
    own === null || recipientKeyOf(own, country) === recipientKeyOf(wish.delivery, country)
  const rank = ({ status }: UnderWayView): number => (status === 'arrived' ? 0 : status === 'stopped' ? 2 : 1)
  return [...findAsked(context, asked, isWanted), ...findBought(context, wish, isWanted)].sort(
    (one, other) => rank(one) - rank(other) || other.createdAt.localeCompare(one.createdAt),
  )
}

/** Finds what another wallet is to pay for, may still pay after its user stopped waiting, or sent something for that is asked about. */
function findAsked(context: PurchaseContext, asked: readonly ExternalPayment[], isWanted: IsWanted): UnderWayView[] {
  return asked.flatMap((payment): UnderWayView[] => {
    const { id, askedAt, sealedDelivery, terms } = payment
    const status = statusOf(context, payment)
    if (status === null) return []
    const own = readDeliveryOrNull(context, id, sealedDelivery)
    if (!isWanted(own, terms)) return []
    return [{ id, createdAt: new Date(askedAt).toISOString(), status, reference: own && recipientOf(own) }]
  })
}

/** Returns how a payment that was not made stands; null once it was stopped and is looked for no more. */
function statusOf({ ledger, now }: PurchaseContext, payment: ExternalPayment): UnderWayView['status'] | null {
  if (isAskedAbout(ledger, payment.id)) return 'arrived'
  if (payment.ended === null) return 'awaited'
  return isWatched(payment, now()) ? 'stopped' : null
}

/** Returns whether a purchase with these terms is for the wanted recipient. */
type IsWanted = (own: DeliveryDetails | null, terms: Pick<FrozenTerms, 'product'>) => boolean

function findBought(context: PurchaseContext, { sku, since }: Wish, isWanted: IsWanted): UnderWayView[] {
  return listCurrentOf(context.ledger, sku, since).flatMap(({ id, boughtAt }): UnderWayView[] => {
    const record = readSoundPurchase(context.ledger, id)
    if (record === null) return []
    const status = personStatus(record.state)
    const isJustBought = status === 'delivered' && boughtAt >= since
    if (!isJustBought && !underWay.has(status)) return []
    const own = readDeliveryOrNull(context, id)
    if (!isWanted(own, record.terms)) return []
    return [{ id, createdAt: new Date(boughtAt).toISOString(), status, reference: own && recipientOf(own) }]
  })
}
