import type { Hash } from 'viem'
import type { RequestArgument } from '../../shared/contract.ts'
import type { PurchaseAttention } from '../../shared/purchases/attention-views.ts'
import type { UnderWayView } from '../../shared/checkout/views.ts'
import type { BrandHistoryView, PurchaseRowView, PurchaseView } from '../../shared/purchases/views.ts'
import { explorerUrl } from '../chain/explorer-url.ts'
import type { ReadableDb } from '../db/connections.ts'
import { readFeesAtMost } from '../engine/steps/step-repository.ts'
import { listAttention } from './attention-repository.ts'
import { readBrandHistory } from './brand-history-repository.ts'
import { figuresOf, type PurchaseFigures } from './purchase-figures.ts'
import { buildProof } from './build-proof.ts'
import { readDeliveryOrNull, readRecordedReference } from './delivery.ts'
import { findLastSku } from './find-last-sku.ts'
import { findPurchase, readEvents, readSoundPurchase } from './purchase-repository.ts'
import { hideRecent, unhideRecent } from './hidden-recents-repository.ts'
import { isOnChain } from './is-on-chain.ts'
import { listAlike, type Alike } from './list-alike.ts'
import { listPurchases, type PurchasePage } from './list-purchases.ts'
import { matchPurchases, searchPurchases, type FoundPurchases } from './search/search-purchases.ts'
import type { Reach } from './search/match-purchase.ts'
import { listRecents } from './list-recents.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { DeliveryDetails, PurchaseRecord } from './purchase-record.ts'
import { toPurchaseRow, toPurchaseView } from './purchase-view.ts'
import { findUnderWay } from './quote/find-under-way.ts'
import type { RecentIds } from './recent-ids.ts'
import { readClaimFee } from './refund/counted-refund-repository.ts'
import { readOpenRefunds } from './refund/refund-repository.ts'
import { readRegistrationProgress } from './register/registration-progress.ts'
import { readRepeats } from './repeat-repository.ts'
import type { PurchaseRunner } from './track/run-purchases.ts'

/** Shows purchases. */
export interface PurchaseViews {
  get(id: string): PurchaseView
  row(id: string): PurchaseRowView | null
  /** Returns the figures of a purchase for the accounts; null if there is none. */
  booked(id: string): PurchaseFigures | null
  /** Asks the nodes whether a block holds its payment; null if it never left the wallet. Throws AppError if they cannot be asked. */
  isOnChain(id: string): Promise<boolean | null>
  /** Lists purchases, newest first. */
  list(page: PurchasePage): { purchases: PurchaseRowView[]; total: number }
  /** Lists the purchases that have every word, newest first, with typing errors corrected if nothing matches. */
  search(input: RequestArgument<'purchases.list'>, people: Reach['people']): Promise<FoundPurchases>
  /** Returns the ids of the purchases that have every word, newest first. */
  match(text: string, reach: Reach): Promise<string[]>
  /** Lists at most `limit` of the latest delivered purchases, one per product and recipient, the usual ones first. */
  recents(limit: number): PurchaseRowView[]
  /** Hides a purchase from the recents, or shows it again. Throws AppError `not-found`. */
  hideRecent(id: string, isHidden: boolean): void
  /** Returns how the last purchases of a brand went with a profile's service; the last product is that of `to`, if somebody is named. */
  ofBrand(profileId: string, { slug, to }: RequestArgument<'purchases.ofBrand'>): BrandHistoryView
  /** Lists what buying a product for the same recipient may pay twice for, beside or in place of the payment that it `replaces`. */
  underWay(sku: string, delivery: DeliveryDetails, replaces?: string | null): UnderWayView[]
  /** Returns a purchase with those of the same for the same recipient; null if it cannot be read, or was sold over the counter. */
  alike(ids: readonly string[]): ReadonlyMap<string, Alike>
  /** Lists the open questions, newest first. */
  attention(): PurchaseAttention[]
  /** Returns all evidence of a purchase, as JSON text. */
  proof(id: string): string
  /** Emits updates for the purchases on screen after a network's trouble changed. */
  networkChanged(): void
}

export interface PurchaseViewOptions {
  /** The purchases that may be on screen. */
  readonly shown: RecentIds
  readonly waitsOf: PurchaseRunner['waitsOf']
  /** Turns a service's picture address into one of the app's own. */
  readonly logo: (url: string) => string | null
}

/** Creates the views of purchases; a purchase that is shown whole counts as on screen. */
export function createPurchaseViews(
  context: PurchaseContext,
  { shown, waitsOf, logo }: PurchaseViewOptions,
): PurchaseViews {
  const { ledger } = context

  function get(id: string): PurchaseView {
    const record = findPurchase(ledger, id)
    shown.add(id)
    return viewOf(context, record, waitsOf(id), logo)
  }

  return {
    get,
    row(id) {
      const record = readSoundPurchase(ledger, id)
      return record && toPurchaseRow(record, readDeliveryOrNull(context, id))
    },
    booked(id) {
      const record = readSoundPurchase(ledger, id)
      return record && figuresOf(record, readDeliveryOrNull(context, id))
    },
    isOnChain: (id) => isOnChain(context, id),
    list: (page) => listPurchases(context, page),
    search: (input, people) => searchPurchases(context, input, people),
    match: (text, reach) => matchPurchases(context, { text, status: null }, reach),
    recents: (limit) => listRecents(context, limit),
    hideRecent(id, isHidden) {
      findPurchase(ledger, id)
      if (isHidden) hideRecent(ledger, id)
      else unhideRecent(ledger, id)
    },
    ofBrand(profileId, { slug, to }) {
      const history = readBrandHistory(ledger, profileId, slug)
      return to === null ? history : { ...history, lastSku: findLastSku(context, { profileId, slug }, to) }
    },
    underWay: (sku, delivery, replaces) => findUnderWay(context, sku, delivery, replaces),
    alike: (ids) => listAlike(context, ids),
    attention: () =>
      listAttention(ledger).flatMap(({ id, raisedAt }) => {
        const reason = readSoundPurchase(ledger, id)?.state.attention ?? null
        if (reason === null) return []
        return [{ about: 'purchase', reason, raisedAt: new Date(raisedAt).toISOString(), purchase: get(id) }]
      }),
    proof: (id) => buildProof(context, findPurchase(ledger, id)),
    networkChanged() {
      for (const id of shown.all()) {
        const record = readSoundPurchase(ledger, id)
        if (record !== null && isWaiting(record)) context.onChanged(id)
      }
    },
  }
}

function viewOf(
  context: PurchaseContext,
  record: PurchaseRecord,
  waits: ReturnType<PurchaseRunner['waitsOf']>,
  logo: PurchaseViewOptions['logo'],
): PurchaseView {
  const { ledger } = context
  const { id, spend, terms } = record
  const profile = context.service(record.profileId)?.profile ?? null
  return toPurchaseView({
    record,
    delivery: readDeliveryOrNull(context, id),
    recordedReference: spend?.sealedReference ? readRecordedReference(context, id, spend.sealedReference) : null,
    events: readEvents(ledger, id),
    feesAtMost: readFeesAtMost(ledger, id),
    claimFees: readClaimFees(ledger, record),
    registration: readRegistrationProgress(context, id),
    waits,
    trouble: isWaiting(record) && profile ? context.chain(terms.network, profile).trouble() : null,
    possibleRefund: readOpenRefunds(ledger, id)[0] ?? null,
    repeats: readRepeats(ledger, id),
    logo: spend ? logo(spend.logoUrl) : null,
    explorerUrl: ({ terms: { network } }, step) => {
      const hash = step.minedHash ?? step.signed.at(-1)?.hash
      return hash ? explorerUrl(network.explorerUrl, hash, profile) : null
    },
  })
}

function readClaimFees(ledger: ReadableDb, { refunds }: PurchaseRecord): ReadonlyMap<Hash, bigint> {
  return new Map(
    refunds.flatMap(({ hash }) => {
      const fee = readClaimFee(ledger, hash)
      return fee === null ? [] : [[hash, fee] as const]
    }),
  )
}

/** Returns whether the payment still waits for a block. */
function isWaiting({ state }: PurchaseRecord): boolean {
  return state.payment === 'signed'
}
