import { AppError } from '../../../shared/errors.ts'
import type { ExternalPaymentView } from '../../../shared/external/views.ts'
import type { Chain } from '../../chain/chain.ts'
import { explorerUrl } from '../../chain/explorer-url.ts'
import { nullIfDamaged } from '../../db/null-if-damaged.ts'
import { readDeliveryOrNull } from '../delivery.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { findPaidElsewhere } from '../quote/find-under-way.ts'
import type { ExternalPayment, Finding } from './external-payment.ts'
import { countAlike, likenessOf, listFindings, readExternal } from './external-repository.ts'
import { toExternalView, type ExternalDetails } from './external-view.ts'
import { listUnusedCoins } from './unused-coins-repository.ts'
import type { ExternalWatch } from './watch-external.ts'

/** A question by its place. */
export type ArrivalPlace = Pick<Finding, 'hash' | 'ordinal'>

/** Returns a payment; throws AppError `not-found`. */
export function findExternal({ ledger }: Pick<PurchaseContext, 'ledger'>, id: string): ExternalPayment {
  const payment = readExternal(ledger, id)
  if (payment === null) throw new AppError('not-found', 'There is no such payment')
  return payment
}

/** Returns an open question about what arrived for a payment; throws AppError `not-found`. */
export function findQuestion(
  { ledger }: Pick<PurchaseContext, 'ledger'>,
  id: string,
  { hash, ordinal }: ArrivalPlace,
): Finding {
  const finding = listFindings(ledger, id).find((one) => one.hash === hash && one.ordinal === ordinal)
  if (finding === undefined || finding.answeredAt !== null) throw new AppError('not-found', 'There is no such question')
  return finding
}

/** Returns the network of a payment; throws AppError `no-profile` if its service is not known any more. */
export function chainOf(context: PurchaseContext, { profileId, terms }: ExternalPayment): Chain {
  const service = context.service(profileId)
  if (service === null) throw new AppError('no-profile', 'The service is not known any more')
  return context.chain(terms.network, service.profile)
}

/** Returns a payment's view; throws AppError `not-found`. */
export function viewExternal(
  context: PurchaseContext,
  watch: Pick<ExternalWatch, 'lookedAt'>,
  id: string,
): ExternalPaymentView {
  const [view] = viewExternals(context, watch, [id])
  if (view === undefined) throw new Error('A view is missing')
  return view
}

/** Returns the views of payments, in their order, without those with damaged records; throws AppError `not-found`. */
export function viewExternals(
  context: PurchaseContext,
  watch: Pick<ExternalWatch, 'lookedAt'>,
  ids: readonly string[],
): ExternalPaymentView[] {
  const alike = countAlike(context.ledger)
  const unused = new Map(listUnusedCoins(context.ledger).map((one) => [one.id, one]))
  return ids.flatMap(
    (id) => nullIfDamaged(() => toView(context, watch, findExternal(context, id), { alike, unused })) ?? [],
  )
}

function toView(
  context: PurchaseContext,
  watch: Pick<ExternalWatch, 'lookedAt'>,
  payment: ExternalPayment,
  { alike, unused }: { readonly alike: ReadonlyMap<string, number> } & Pick<ExternalDetails, 'unused'>,
): ExternalPaymentView {
  const { ledger } = context
  const { id, profileId, terms, sealedDelivery, ended } = payment
  const delivery = readDeliveryOrNull(context, id, sealedDelivery)
  return toExternalView({
    payment,
    delivery,
    findings: listFindings(ledger, id),
    unused,
    alike: ended === null ? Math.max(0, (alike.get(likenessOf(payment)) ?? 0) - 1) : 0,
    same: findPaidElsewhere(context, payment, delivery),
    lookedAt: watch.lookedAt(payment),
    explorerOf: (hash) => explorerUrl(terms.network.explorerUrl, hash, context.service(profileId)?.profile ?? null),
    now: context.now(),
  })
}
