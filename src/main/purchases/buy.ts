import type { QuoteView } from '../../shared/checkout/views.ts'
import type { PurchaseView } from '../../shared/purchases/views.ts'
import { readBothClocks, type Moment } from '../engine/limit-moment.ts'
import { signUnderLock } from '../engine/account-locks.ts'
import type { ReadableDb } from '../db/connections.ts'
import type { ProfileService } from '../service/service-client.ts'
import { readTerms } from './confirm/accept-terms.ts'
import type { Confirmation } from './confirm/check-offer.ts'
import { confirmPurchase } from './confirm/confirm-purchase.ts'
import { storeConsent } from './confirm/terms-repository.ts'
import { askExternal, type Asking } from './external/ask-external.ts'
import type { ExternalRunner } from './external/create-external.ts'
import { readExternal } from './external/external-repository.ts'
import { findReplaceable } from './external/replace-external.ts'
import { readDeliveryOrNull } from './delivery.ts'
import { findPurchase, readPurchase, readSoundPurchase } from './purchase-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { DeliveryDetails, FrozenTerms } from './purchase-record.ts'
import { createOffers, type Choice, type Offer, type Payable } from './quote/offer.ts'
import { quotePurchase } from './quote/quote-purchase.ts'
import { recipientKeyOf } from './recipient-of.ts'
import { listFamily } from './repeat-repository.ts'
import { revivePurchase } from './track/revive-purchase.ts'

/** The offer about to be bought, as it will be signed. */
export interface Offered extends Pick<Payable, 'isDollar' | 'isTyped'> {
  /** The address that is paid. */
  readonly payee: string
  readonly product: FrozenTerms['product']
  readonly quote: Pick<FrozenTerms['quote'], 'totalAmount' | 'fiatCurrency' | 'fiatAmount'>
  readonly delivery: DeliveryDetails
}

/** A product and where it goes. */
export interface ProductDelivery {
  readonly product: Pick<FrozenTerms['product'], 'sku'>
  readonly delivery: DeliveryDetails
}

/** Prices and buys. */
export interface Buying {
  /** Prices a purchase that may repeat an unpaid one, or replace another wallet's payment and repeat what that one would. */
  quote(
    service: ProfileService,
    choice: Choice,
    purchaseId: string | null,
    repeatOf?: string | null,
    replaces?: string | null,
  ): Promise<QuoteView>
  confirm(input: Confirmation): Promise<PurchaseView>
  /** Stores that another wallet is to pay the offer shown. A second press changes nothing. */
  ask(input: Asking): Promise<void>
  /** Returns whether this wallet accepted a service's terms; false without a wallet. */
  hasTerms(service: ProfileService): Promise<boolean>
  /** Stores that this wallet accepts a service's terms. */
  acceptTerms(service: ProfileService): void
  /** Returns the last quote for a payable purchase; null once it is confirmed or dropped. */
  offered(id: string): Offered | null
  /** Reads the machine's clock and that of the network that an offer pays on; null without such an offer. Throws AppError if it is silent. */
  momentOf(id: string): Promise<Moment | null>
  /**
   * Returns whether a purchase, or one being confirmed, is of the same product for the same recipient as another delivery, as far as it can
   * be read.
   */
  isAlike(id: string, delivery: ProductDelivery): boolean
}

/** Follows a purchase after a change. */
export interface PurchaseFollower {
  /** Checks a purchase now. */
  poll(id: string): void
  get(id: string): PurchaseView
}

/** Creates the store of this process's offers, empty. */
export function createBuying(
  context: PurchaseContext,
  { poll, get }: PurchaseFollower,
  external: Pick<ExternalRunner, 'search' | 'replaced'>,
): Buying {
  const { ledger } = context
  const offers = createOffers()

  /** Searches once more for a payment that ended unpaid before it is repeated. */
  async function reviveBefore(repeatOf: string | null | undefined): Promise<void> {
    if (!repeatOf) return
    for (const id of listFamily(ledger, repeatOf)) {
      if (await revivePurchase(context, findPurchase(ledger, id))) poll(id)
    }
  }

  return {
    ...createTerms(context),
    async quote(service, choice, purchaseId, repeatOf = null, replaces = null) {
      if (replaces !== null) await external.search(replaces)
      const replaced = replaces === null ? null : findReplaceable(context, replaces)
      const earlier = { repeatOf: replaced === null ? repeatOf : replaced.repeatOf, replaces: replaced?.id ?? null }
      await reviveBefore(earlier.repeatOf)
      const offer = await quotePurchase(context, service, choice, unusedId(ledger, purchaseId), earlier)
      offers.put(offer)
      return offer.view
    },
    async confirm(input) {
      const { purchaseId } = input
      // A second press is idempotent: it shows what is stored already.
      if (readPurchase(ledger, purchaseId) !== null) return get(purchaseId)
      const offer = offers.get(purchaseId)
      const { chainInstance = '', from = '' } = offer?.payable ?? {}
      await signUnderLock(context, { chainInstance, from }, async () => {
        if (readPurchase(ledger, purchaseId) !== null) return
        await reviveBefore(offer?.repeatOf)
        await confirmPurchase(context, offer, input)
      })
      offers.drop(purchaseId)
      poll(purchaseId)
      context.onChanged(purchaseId)
      return get(purchaseId)
    },
    async ask(input) {
      const offer = offers.get(input.purchaseId)
      if (offer && offer.replaces !== null) await external.search(offer.replaces)
      const replaced = await askExternal(context, offer, input)
      offers.drop(input.purchaseId)
      if (replaced !== null) await external.replaced(replaced)
    },
    offered(id) {
      const { payable, delivery } = offers.get(id) ?? {}
      if (!payable || !delivery) return null
      const { terms, isDollar, isTyped } = payable
      const payee = terms.payment.recipient
      return { product: terms.product, quote: terms.quote, payee, isDollar, isTyped, delivery }
    },
    async momentOf(id) {
      const payable = offers.get(id)?.payable
      return payable ? readBothClocks(context.now, payable.chain) : null
    },
    isAlike: (id, delivery) => isAlike(context, id, offers.get(id), delivery),
  }
}

function createTerms(context: PurchaseContext): Pick<Buying, 'hasTerms' | 'acceptTerms'> {
  return {
    async hasTerms(service) {
      const address = context.wallet.address()
      return address !== null && (await readTerms(context, service, address))
    },
    acceptTerms({ profileId }) {
      const address = context.wallet.address()
      if (address !== null) storeConsent(context.ledger, profileId, address, context.now())
    },
  }
}

/** Returns the id of an earlier quote, unless something was bought under it. */
function unusedId(ledger: ReadableDb, id: string | null): string | null {
  return id !== null && readPurchase(ledger, id) === null && readExternal(ledger, id) === null ? id : null
}

function isAlike(
  context: PurchaseContext,
  id: string,
  offer: Offer | null,
  { product, delivery }: ProductDelivery,
): boolean {
  const record = readSoundPurchase(context.ledger, id)
  const other = record ?? offer?.payable
  if (other?.terms.product.sku !== product.sku) return false
  const own = record ? readDeliveryOrNull(context, id) : (offer?.delivery ?? null)
  const keyOf = (one: DeliveryDetails): string => recipientKeyOf(one, other.terms.product.country)
  return own === null || keyOf(own) === keyOf(delivery)
}
