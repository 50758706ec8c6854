import { addDecimals, type Decimal } from '../../shared/money.ts'

/** What leaves the wallet: `amount` in the price's coin, `apart` the network fee if it is in another coin. */
export interface Altogether {
  readonly amount: Decimal
  /** Null if unknown, or if included in the amount. */
  readonly apart: Decimal | null
  /** Price and fee are in the same coin, so the amount includes both. */
  readonly isOne: boolean
}

/** Adds a network fee to a price only if both are in the same coin; an unknown fee (null) adds nothing. */
export function altogether(price: Decimal, fee: Decimal | null, isSameCoin: boolean): Altogether {
  const isOne = isSameCoin && fee !== null
  return { amount: isOne ? addDecimals([price, fee]) : price, apart: isOne ? null : fee, isOne }
}
