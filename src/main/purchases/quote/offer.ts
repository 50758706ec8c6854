import type { Address } from 'viem'
import type { FrozenNetwork } from '../../chain/frozen-network.ts'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import type { Chain } from '../../chain/chain.ts'
import type { EscrowContracts } from '../../chain/guard/escrow-contracts.ts'
import { maxFeeUnits, type PlannedStep } from '../../chain/plan/plan-payment.ts'
import type { EscrowDue } from '../../chain/read/escrow/read-escrow-fee.ts'
import type { Cost } from '../../engine/funds.ts'
import type { OfferTime } from '../../engine/single-steps/offer-age.ts'
import type { HomeMoney } from './home-money.ts'
import type { CatalogPrice } from './judge-price.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { DeliveryDetails, FrozenTerms } from '../purchase-record.ts'
import type { ProfileService } from '../../service/service-client.ts'

/** A person's choice of product and payment method, as the cached catalog knows it. */
export interface Choice {
  readonly product: FrozenTerms['product'] & {
    readonly fiatCurrency: string
    readonly fiatValue: string
    /** Its number in an escrow; null if the catalog names none. */
    readonly evmServiceId: number | null
    /** The catalog's price in a coin; null for none. */
    readonly listed: CatalogPrice | null
  }
  readonly network: FrozenNetwork & {
    readonly nativeAddress: string
    readonly protocolContracts: readonly Address[]
    /** The escrow's contracts among those; null if there is none. */
    readonly escrow: EscrowContracts | null
  }
  readonly token: {
    readonly key: string
    readonly symbol: string
    readonly address: Address
    readonly decimals: number
    readonly minAllowance: string | null
    readonly maxAllowance: string | null
  }
  readonly delivery: DeliveryDetails
  /** The person's money; null if unknown. */
  readonly money: HomeMoney | null
}

/** A choice as far as its price depends on it. */
export type Priced = Omit<Choice, 'delivery' | 'money'>

/** The data needed to sign exactly what was shown; null for an offer that cannot be paid. */
export interface Payable {
  readonly terms: FrozenTerms
  /** The amount that an escrow must take; null for a payment without escrow. */
  readonly escrow: EscrowDue | null
  /** Ids of the quotes that it pays: none of them is ever paid again. */
  readonly quoteIds: readonly string[]
  readonly steps: readonly PlannedStep[]
  readonly chain: Chain
  readonly chainInstance: string
  readonly from: Address
  readonly newRecipient: boolean
  /** Whether it is paid with a US dollar coin, by more than the service's word. */
  readonly isDollar: boolean
  /** Whether it is so far above the catalog's price that a person must type the total. */
  readonly isTyped: boolean
}

/** One priced offer, kept in memory only: it cannot be accepted after a restart. */
export interface Offer extends OfferTime {
  readonly view: QuoteView
  readonly service: ProfileService
  readonly delivery: DeliveryDetails
  readonly payable: Payable | null
  /** The unpaid purchase that this one repeats. */
  readonly repeatOf: string | null
  /** The payment of another wallet that this one replaces. */
  readonly replaces: string | null
}

/** Returns what a purchase takes from the wallet: its payment, and at most `fee` for the network. */
export function costOf({ token, payment }: Pick<FrozenTerms, 'token' | 'payment'>, fee: bigint): Cost {
  const { address, symbol, decimals } = token
  return { coin: { token: address, symbol, decimals }, units: payment.units, fee }
}

/** Returns the most that the account pays the network; 0 if another wallet pays from it, and chooses its fee. */
export function ownFee({ wallet }: Pick<PurchaseContext, 'wallet'>, steps: readonly PlannedStep[]): bigint {
  return wallet.isWatched() ? 0n : maxFeeUnits(steps)
}

/** Creates the offers of this process, one per purchase: only the newest quote can be confirmed. */
export function createOffers(): {
  put(offer: Offer): void
  get(purchaseId: string): Offer | null
  drop(purchaseId: string): void
} {
  const offers = new Map<string, Offer>()
  return {
    put(offer) {
      offers.delete(offer.view.purchaseId)
      offers.set(offer.view.purchaseId, offer)
      for (const oldest of offers.keys()) {
        if (offers.size <= 50) break
        offers.delete(oldest)
      }
    },
    get: (purchaseId) => offers.get(purchaseId) ?? null,
    drop: (purchaseId) => void offers.delete(purchaseId),
  }
}
