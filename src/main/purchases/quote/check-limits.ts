import type { Address } from 'viem'
import { addDecimals, compareDecimals, fromUnits, toUnits, type Decimal } from '../../../shared/money.ts'
import { readDeliveryOrNull } from '../delivery.ts'
import { readExternal } from '../external/external-repository.ts'
import type { Payable } from './offer.ts'
import { isLimited, type Moment } from '../../engine/limit-moment.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { DeliveryDetails } from '../purchase-record.ts'
import { recipientKey, recipientKeyOf } from '../recipient-of.ts'
import { readSpentSince, type CountedPayment } from './spent-repository.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * The limit that a payment would exceed, and the dollars it leaves; `native-coin` and `other-coin` for coins that cannot be counted in
 * dollars.
 */
export interface ExceededLimit {
  readonly limit: 'purchase' | 'day' | 'recipient' | 'native-coin' | 'other-coin'
  readonly left: Decimal
}

/** Coins to be spent; `token` is null for the native coin. */
export interface PlannedPayment {
  readonly token: Address | null
  readonly amount: Decimal
  /** Whether it is a US dollar coin, by more than the service's word. */
  readonly isDollar: boolean
  /** The key of the product's recipient, or of the address that receives the coins. */
  readonly recipientKey: string
  /** The payment of another wallet that it replaces. */
  readonly replaces?: string | null
}

/**
 * Checks a payment or transfer against the limits: per payment, per 24 hours, and per recipient within them. Limits are in US dollars: a
 * dollar coin counts as one, and a coin that cannot be counted is not paid. Earlier payments count one dollar per coin with an address,
 * also those made before there were limits. What was cancelled or reverted for good does not count; what failed and awaits a refund does.
 */
export function findExceededLimit(
  context: Pick<PurchaseContext, 'ledger' | 'sealer' | 'limits'>,
  { token, amount, isDollar, recipientKey: theirs, replaces = null }: PlannedPayment,
  { earliest }: Moment,
): ExceededLimit | null {
  const limits = context.limits()
  if (!isLimited(limits)) return null
  if (token === null) return { limit: 'native-coin', left: '0' }
  if (!isDollar) return { limit: 'other-coin', left: '0' }
  const exceeds = (
    limit: ExceededLimit['limit'],
    most: Decimal | null,
    spent: () => readonly Decimal[],
  ): ExceededLimit | null => {
    if (most === null) return null
    const left = leftOf(most, addDecimals(spent()))
    return compareDecimals(amount, left) > 0 ? { limit, left } : null
  }
  const spent = readSpentSince(context.ledger, earliest - DAY_MS, replaces)
  const { perPurchase, perDay, perRecipient } = limits
  // A payment whose recipient cannot be read may be theirs.
  const isTheirs = ({ id, to }: CountedPayment): boolean => {
    if ('address' in to) return recipientKey(to.address, '') === theirs
    const other = readDeliveryOrNull(context, id, readExternal(context.ledger, id)?.sealedDelivery)
    return other === null || recipientKeyOf(other, to.country) === theirs
  }
  return (
    exceeds('purchase', perPurchase, () => []) ??
    exceeds('day', perDay, () => spent.map((one) => one.amount)) ??
    exceeds('recipient', perRecipient, () => spent.filter(isTheirs).map((one) => one.amount))
  )
}

/** Returns what a purchase spends. */
export function plannedPaymentOf(
  { terms, isDollar }: Pick<Payable, 'terms' | 'isDollar'>,
  delivery: DeliveryDetails,
): PlannedPayment {
  const { token, quote, product } = terms
  const recipientKey = recipientKeyOf(delivery, product.country)
  return { token: token.address, amount: quote.totalAmount, isDollar, recipientKey }
}

function leftOf(most: Decimal, spent: Decimal): Decimal {
  const left = toUnits(most, 100) - toUnits(spent, 100)
  return fromUnits(left > 0n ? left : 0n, 100)
}
