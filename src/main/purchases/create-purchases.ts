import type { RequestArgument } from '../../shared/contract.ts'
import type { PurchaseAttention } from '../../shared/purchases/attention-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { AttentionReason } from '../../shared/purchases/state.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import type { PurchaseRowView, PurchaseView } from '../../shared/purchases/views.ts'
import type { QuoteView } from '../../shared/checkout/views.ts'
import { isDiskError } from '../db/disk-errors.ts'
import { answerRefund, type RefundAnswer } from './refund/answer-refund.ts'
import { listAttention } from './attention-repository.ts'
import { settleAttention } from './attention.ts'
import { bookPurchase, type PurchaseFigures } from './booked-purchase.ts'
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
import type { ProfileService } from '../service/service-client.ts'
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
import { createRegistrationResources } from './register/registration-resources.ts'
import { readRegistrationProgress } from './register/registration-progress.ts'

/** The offer about to be bought, as it will be signed. */
export interface Offered extends Pick<Payable, 'isDollar' | 'isTyped'> {
  readonly product: FrozenTerms['product']
  readonly quote: Pick<FrozenTerms['quote'], 'totalAmount' | 'fiatCurrency' | 'fiatAmount'>
  readonly delivery: Delivery
}

/** The purchases as the app uses them. */
export interface Purchases {
  quote(service: ProfileService, choice: Choice, purchaseId: string | null, retryOf?: string | null): Promise<QuoteView>
  confirm(input: Confirmation): Promise<PurchaseView>
  /** Returns the last quote for a payable purchase; null once it is confirmed or dropped. */
  offered(id: string): Offered | null
  /**
   * Returns whether a purchase, or one being confirmed, is of the same product for the same recipient as the offer, as far as it can be
   * read.
   */
  isAlike(id: string, offered: Offered): boolean
  get(id: string): PurchaseView
  row(id: string): PurchaseRowView | null
  /** Returns the figures of a purchase for the accounts; null if there is none. */
  booked(id: string): PurchaseFigures | null
  list(input: RequestArgument<'purchases.list'>): { purchases: PurchaseRowView[]; total: number }
  /** Lists undelivered purchases of the same product for the same recipient, newest first. */
  underWay(sku: string, delivery: Delivery): PurchaseRowView[]
  /** Checks a purchase now, ahead of its schedule. */
  poll(id: string): void
  /** Sends a rejected registration again, clears an open question, or simply checks now. */
  retry(id: string): PurchaseView
  /** Lets the service determine the outcome of a payment that is in a final block and that no node explains. */
  reportPayment(id: string): Promise<PurchaseView>
  waiveRefund(id: string): PurchaseView
  /** Stores the person's answer about a transfer that may be the refund. */
  answerRefund(id: string, answer: RefundAnswer): PurchaseView
  /**
   * Registers a payment again whose registration the service refused or never answered clearly, with other details or (null) the same ones.
   */
  correctRegistration(
    id: string,
    delivery: Delivery | null,
    intentChain?: Profile['intentChain'],
  ): Promise<PurchaseView>
  /** Lists the open questions, newest first. */
  attention(): PurchaseAttention[]
  settleAttention(id: string, reason: AttentionReason): PurchaseView
  /** Returns all evidence of a purchase, as JSON text. */
  proof(id: string): string
  /** Returns the cost of a higher fee for a waiting payment, or of its cancel. */
  offerFee(id: string, action: FeeAction): Promise<FeeOfferView>
  /** Signs and sends the offer; `acceptFee` requires the password. */
  confirmFee(id: string, offerKey: string, acceptFee: boolean): Promise<PurchaseView>
  start(): void
  /** Checks everything now, for example because the connection is back. */
  nudge(): void
  /** Emits updates for the purchases on screen after a network's trouble changed. */
  networkMoved(): void
  stop(): Promise<void>
}

/** More purchases than anyone views at the same time. */
const SHOWN_AT_ONCE = 20

/** Creates the purchases; nothing runs before `start`. `logo` turns a service's picture address into one of the app's own. */
export function createPurchases(context: PurchaseContext, logo: (url: string) => string | null): Purchases {
  const offers = createOffers()
  /** The purchases that may be on screen: only for these is a changed wait emitted. */
  const shown = createNewest(SHOWN_AT_ONCE)
  const giveUp = new AbortController()
  const resources = createRegistrationResources(giveUp.signal, context.monotonic)
  const runner = createPurchaseRunner(context, resources, (id) => {
    if (shown.has(id)) context.onChanged(id)
  })
  const fees = createPurchaseFees(context)

  /** A disk that fails while something is signed and stored stops all paying. */
  async function stopPayingOnDiskError(storing: Promise<void>): Promise<void> {
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

  /** Searches once more for a payment that ended unpaid before it is bought again. */
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
      // A second press is idempotent: it shows what is stored already.
      if (readPurchase(context.ledger, input.purchaseId) !== null) return get(input.purchaseId)
      const offer = offers.get(input.purchaseId)
      const { chainInstance = '', from = '' } = offer?.payable ?? {}
      await stopPayingOnDiskError(
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
    poll: (id) => runner.nudge(id),
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
      await stopPayingOnDiskError(reportPayment(context, existing(id)))
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
      await stopPayingOnDiskError(correctRegistration(context, resources, id, delivery, intentChain))
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

/** Returns whether the payment still waits for a block. */
function isWaiting({ state }: PurchaseRecord): boolean {
  return state.payment === 'signed'
}
