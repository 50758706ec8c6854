import type { Address } from 'viem'
import { addDecimals, compareDecimals, fromUnits, toUnits, type Decimal } from '../../../shared/money.ts'
import { readDeliveryOrNull } from '../delivery.ts'
import type { Payable } from './offer.ts'
import { isLimited, type Moment } from '../../engine/limit-moment.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { Delivery } from '../purchase-record.ts'
import { recipientOf, isSameRecipient } from '../recipient-of.ts'
import { readSpentSince, type Spent } from './spent-repository.ts'

const DAY_MS = 24 * 60 * 60_000

/** The limit that a payment would pass, and how many dollars it leaves; `native-coin` and `other-coin` for coins that cannot be counted in dollars. */
export interface Passed {
  readonly limit: 'purchase' | 'day' | 'recipient' | 'native-coin' | 'other-coin'
  readonly left: Decimal
}

/** Coins that are to leave: `token` is null for a network's own. */
export interface Spending {
  readonly token: Address | null
  readonly amount: Decimal
  /** Whether it is a US dollar coin, by more than the service's word. */
  readonly isDollar: boolean
  /** Whom a product goes to, or the address that coins are sent to; null where nobody says. */
  readonly recipient: string | null
}

/**
 * Checks a payment or transfer against the limits: for one payment, for 24 hours, and for one recipient within them. Limits are
 * in US dollars: a dollar coin counts as one, and what cannot be counted is not paid. Of what was paid, also before there were limits,
 * every coin with an address counts as one; what was cancelled or reverted for good does not count, what failed and is to be paid back does.
 */
export function findPassedLimit(
  context: Pick<PurchaseContext, 'ledger' | 'sealer' | 'limits'>,
  { token, amount, isDollar, recipient }: Spending,
  { earliest }: Moment,
): Passed | null {
  const limits = context.limits()
  if (!isLimited(limits)) return null
  if (token === null) return { limit: 'native-coin', left: '0' }
  if (!isDollar) return { limit: 'other-coin', left: '0' }
  const passes = (limit: Passed['limit'], most: Decimal | null, spent: () => readonly Decimal[]): Passed | null => {
    if (most === null) return null
    const left = leftOf(most, addDecimals(spent()))
    return compareDecimals(amount, left) > 0 ? { limit, left } : null
  }
  const spent = readSpentSince(context.ledger, earliest - DAY_MS)
  const { perPurchase, perDay, perRecipient } = limits
  // One whose recipient cannot be read may be theirs.
  const isTheirs = ({ id, sentTo }: Spent): boolean => {
    if (sentTo !== null) return isSameRecipient(sentTo, recipient)
    const other = readDeliveryOrNull(context, id)
    return other === null || isSameRecipient(recipientOf(other), recipient)
  }
  return (
    passes('purchase', perPurchase, () => []) ??
    passes('day', perDay, () => spent.map((one) => one.amount)) ??
    passes('recipient', perRecipient, () => spent.filter(isTheirs).map((one) => one.amount))
  )
}

/** What a purchase spends. */
export function spendingOf({ terms, isDollar }: Pick<Payable, 'terms' | 'isDollar'>, delivery: Delivery): Spending {
  return { token: terms.token.address, amount: terms.quote.totalAmount, isDollar, recipient: recipientOf(delivery) }
}

function leftOf(most: Decimal, spent: Decimal): Decimal {
  const left = toUnits(most, 100) - toUnits(spent, 100)
  return fromUnits(left > 0n ? left : 0n, 100)
}
