import type { RequestArgument } from '../../shared/contract.ts'
import type { PurchaseAttention } from '../../shared/purchases/attention-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { AttentionReason } from '../../shared/purchases/state.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import type { PurchaseRowView, PurchaseView } from '../../shared/purchases/views.ts'
import type { QuoteView } from '../../shared/checkout/views.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { answerRefund, type RefundAnswer } from './refund/answer-refund.ts'
import { listAttention } from './attention-repository.ts'
import { settleAttention } from './attention.ts'
import { bookPurchase, type BookedPurchase } from './booked-purchase.ts'
import { buildProof } from './build-proof.ts'
import { confirmPurchase, type Confirmation } from './confirm/confirm-purchase.ts'
import { correctRegistration } from './register/correct-registration.ts'
import { explorerUrl } from '../chain/explorer-url.ts'
import { readDeliveryOrNull, readRecordedReference } from './delivery.ts'
import { findUnderWay } from './quote/find-under-way.ts'
import { createNewest } from './refund/newest.ts'
import { createPurchaseFees } from './confirm/fee-purchase.ts'
import { listPurchases } from './list-purchases.ts'
import { createOffers, type Choice, type Payable } from './quote/offer.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { ProfileService } from '../service/profile-service.ts'
import type { Delivery, FrozenTerms, PurchaseRecord } from './purchase-record.ts'
import { recipientOf, isSameRecipient } from './recipient-of.ts'
import { applyEvent, readEvents, readPurchase, readSoundPurchase } from './purchase-repository.ts'
import { toPurchaseRow, toPurchaseView } from './purchase-view.ts'
import { quotePurchase } from './quote/quote-purchase.ts'
import { readOpenRefunds } from './refund/refund-repository.ts'
import { listFamily, readRetries } from './retry-repository.ts'
import { reportPayment } from './register/report-payment.ts'
import { revivePurchase } from './track/revive-purchase.ts'
import { createPurchaseRunner } from './track/run-purchases.ts'
import { createTelling } from './register/telling.ts'
import { readRegistrationProgress } from './register/registration-progress.ts'

/** What is about to be bought, as it will be signed. */
export interface Offered extends Pick<Payable, 'isDollar' | 'isTyped'> {
  readonly product: FrozenTerms['product']
  readonly quote: Pick<FrozenTerms['quote'], 'totalAmount' | 'fiatCurrency' | 'fiatAmount'>
  readonly delivery: Delivery
}

/** The purchase room as the app uses it. */
export interface Purchases {
  quote(service: ProfileService, choice: Choice, purchaseId: string | null, retryOf?: string | null): Promise<QuoteView>
  confirm(input: Confirmation): Promise<PurchaseView>
  /** What was quoted last for a purchase that can be paid; null once it is confirmed or dropped. */
  offered(id: string): Offered | null
  /** Whether a purchase, or what is being confirmed as one, is of the same product for the same recipient as what is offered, as far as it can be read. */
  isAlike(id: string, offered: Offered): boolean
  get(id: string): PurchaseView
  row(id: string): PurchaseRowView | null
  /** What a purchase came to, for the books; null where there is none. */
  booked(id: string): BookedPurchase | null
  list(input: RequestArgument<'purchases.list'>): { purchases: PurchaseRowView[]; total: number }
  /** Purchases of the same product for the same recipient that are not there yet, the newest first. */
  underWay(sku: string, delivery: Delivery): PurchaseRowView[]
  /** Looks now how it stands, without waiting for its time. */
  look(id: string): void
  /** Sends a rejected registration again, clears what was raised, or simply looks now. */
  retry(id: string): PurchaseView
  /** Lets the service find out how a payment ended that a final block holds and no node explains. */
  reportPayment(id: string): Promise<PurchaseView>
  waiveRefund(id: string): PurchaseView
  /** The person's word on a transfer that may be the refund. */
  answerRefund(id: string, answer: RefundAnswer): PurchaseView
  /** Tells the service again, with other details or (null) with those of before, of a payment whose registration it refused or never answered clearly. */
  correctRegistration(
    id: string,
    delivery: Delivery | null,
    intentChain?: Profile['intentChain'],
  ): Promise<PurchaseView>
  /** What asks for a person, the newest question first. */
  attention(): PurchaseAttention[]
  settleAttention(id: string, reason: AttentionReason): PurchaseView
  /** Everything that proves a purchase, as JSON text. */
  proof(id: string): string
  /** What a higher fee for a payment that waits, or its cancel, would cost. */
  offerFee(id: string, action: FeeAction): Promise<FeeOfferView>
  /** Signs and sends what was offered; `acceptFee` only with the password. */
  confirmFee(id: string, offerKey: string, acceptFee: boolean): Promise<PurchaseView>
  start(): void
  /** The connection is back, or something else makes it worth looking at everything now. */
  nudge(): void
  /** A network's trouble changed: notifies about what may be on screen. */
  networkMoved(): void
  stop(): Promise<void>
}

/** More purchases than anybody looks at at the same time. */
const SHOWN_AT_ONCE = 20

/** Builds the purchase room; nothing moves before `start`. `logo` turns a service's picture address into one of the app's own. */
export function createPurchases(context: PurchaseContext, logo: (url: string) => string | null): Purchases {
  const offers = createOffers()
  /** What somebody may be looking at: of these alone it is told that they wait for something else now. */
  const shown = createNewest(SHOWN_AT_ONCE)
  const giveUp = new AbortController()
  const telling = createTelling(giveUp.signal, context.monotonic)
  const runner = createPurchaseRunner(context, telling, (id) => {
    if (shown.has(id)) context.onChanged(id)
  })
  const fees = createPurchaseFees(context)

  /** A disk that fails while something is signed and stored stops all paying. */
  async function kept(storing: Promise<void>): Promise<void> {
    try {
      await storing
    } catch (error) {
      if (isDiskError(error)) context.onDiskError(error)
      throw error
    }
  }

  function existing(id: string): PurchaseRecord {
    const record = readPurchase(context.ledger, id)
    if (record === null) throw new AppError('not-found', 'There is no such purchase')
    return record
  }

  function get(id: string): PurchaseView {
    const record = existing(id)
    shown.add(id)
    const profile = context.service(record.profileId)?.profile ?? null
    return toPurchaseView({
      record,
      delivery: readDeliveryOrNull(context, id),
      recordedReference: record.spend?.sealedReference
        ? readRecordedReference(context, id, record.spend.sealedReference)
        : null,
      events: readEvents(context.ledger, id),
      registration: readRegistrationProgress(context, id),
      waits: runner.waitsOf(id),
      trouble: isWaiting(record) && profile ? context.chain(record.terms.network, profile).trouble() : null,
      possibleRefund: readOpenRefunds(context.ledger, id)[0] ?? null,
      retries: readRetries(context.ledger, id),
      logo: record.spend ? logo(record.spend.logoUrl) : null,
      explorerUrl: ({ terms }, step) => {
        const hash = step.minedHash ?? step.signed.at(-1)?.hash
        return hash ? explorerUrl(terms.network.explorerUrl, hash, profile) : null
      },
    })
  }

  /** What ended unpaid is looked for once more before it is bought again. */
  async function reviveBefore(retryOf: string | null | undefined): Promise<void> {
    if (!retryOf) return
    for (const id of listFamily(context.ledger, retryOf)) {
      if (await revivePurchase(context, existing(id))) runner.nudge(id)
    }
  }

  return {
    async quote(service, choice, purchaseId, retryOf = null) {
      await reviveBefore(retryOf)
      const reusable = purchaseId !== null && readPurchase(context.ledger, purchaseId) === null ? purchaseId : null
      const offer = await quotePurchase(context, service, choice, reusable, retryOf)
      offers.put(offer)
      return offer.view
    },
    async confirm(input) {
      // Pressing twice confirms once: what is stored already is simply shown.
      if (readPurchase(context.ledger, input.purchaseId) !== null) return get(input.purchaseId)
      const offer = offers.get(input.purchaseId)
      const { chainInstance = '', from = '' } = offer?.payable ?? {}
      await kept(
        context.locks({ chainInstance, from }, async () => {
          if (readPurchase(context.ledger, input.purchaseId) !== null) return
          await reviveBefore(offer?.retryOf)
          await confirmPurchase(context, offer, input)
        }),
      )
      offers.drop(input.purchaseId)
      runner.nudge(input.purchaseId)
      context.onChanged(input.purchaseId)
      return get(input.purchaseId)
    },
    offered(id) {
      const { payable, delivery } = offers.get(id) ?? {}
      if (!payable || !delivery) return null
      const { terms, isDollar, isTyped } = payable
      return { product: terms.product, quote: terms.quote, isDollar, isTyped, delivery }
    },
    isAlike(id, { product, delivery }) {
      const record = readSoundPurchase(context.ledger, id)
      const other = record ?? offers.get(id)?.payable
      if (other?.terms.product.sku !== product.sku) return false
      const own = record ? readDeliveryOrNull(context, id) : (offers.get(id)?.delivery ?? null)
      return own === null || isSameRecipient(recipientOf(own), recipientOf(delivery))
    },
    get,
    row(id) {
      const record = readSoundPurchase(context.ledger, id)
      return record && toPurchaseRow(record, readDeliveryOrNull(context, id))
    },
    booked(id) {
      const record = readSoundPurchase(context.ledger, id)
      return record && bookPurchase(record, readDeliveryOrNull(context, id))
    },
    list: (input) => listPurchases(context, input),
    underWay: (sku, delivery) => findUnderWay(context, sku, delivery),
    look: (id) => runner.nudge(id),
    retry(id) {
      const { state } = existing(id)
      const now = context.now()
      if (state.registration === 'rejected') applyEvent(context.ledger, id, { type: 'registration-prepared' }, now)
      if (state.attention !== null) applyEvent(context.ledger, id, { type: 'attention-cleared' }, now)
      context.onChanged(id)
      runner.nudge(id)
      return get(id)
    },
    offerFee: fees.offer,
    async confirmFee(id, offerKey, acceptFee) {
      await fees.confirm(id, offerKey, acceptFee)
      runner.nudge(id)
      context.onChanged(id)
      return get(id)
    },
    async reportPayment(id) {
      await kept(reportPayment(context, existing(id)))
      runner.nudge(id)
      context.onChanged(id)
      return get(id)
    },
    waiveRefund(id) {
      existing(id)
      if (applyEvent(context.ledger, id, { type: 'refund-waived' }, context.now()) === null) {
        throw new AppError('not-allowed', 'There is no refund to give up')
      }
      context.onChanged(id)
      return get(id)
    },
    answerRefund(id, answer) {
      for (const other of answerRefund(context, existing(id), answer)) runner.nudge(other)
      return get(id)
    },
    async correctRegistration(id, delivery, intentChain) {
      existing(id)
      await kept(correctRegistration(context, telling, id, delivery, intentChain))
      runner.nudge(id)
      context.onChanged(id)
      return get(id)
    },
    attention: () =>
      listAttention(context.ledger).flatMap(({ id, raisedAt }) => {
        const reason = readSoundPurchase(context.ledger, id)?.state.attention ?? null
        if (reason === null) return []
        return [{ about: 'purchase', reason, raisedAt: new Date(raisedAt).toISOString(), purchase: get(id) }]
      }),
    settleAttention(id, reason) {
      existing(id)
      settleAttention(context, id, reason)
      return get(id)
    },
    proof: (id) => buildProof(context, existing(id)),
    start: () => runner.start(),
    nudge: () => runner.nudge(),
    networkMoved() {
      for (const id of shown.all()) {
        const record = readPurchase(context.ledger, id)
        if (record !== null && isWaiting(record)) context.onChanged(id)
      }
    },
    async stop() {
      giveUp.abort()
      await runner.stop()
    },
  }
}

/** Whether the payment still waits for a block. */
function isWaiting({ state }: PurchaseRecord): boolean {
  return state.payment === 'signed'
}
