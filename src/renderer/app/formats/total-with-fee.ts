import { addDecimals, type Decimal } from '../../../shared/money.ts'

/** What leaves the wallet: `amount` in the price's coin, and the network fee in another coin if it is not included. */
export interface TotalWithFee {
  readonly amount: Decimal
  /** Null if unknown, or if included in the amount. */
  readonly separateFee: Decimal | null
  /** Price and fee are in the same coin, so the amount includes both. */
  readonly isOne: boolean
}

/** Adds a network fee to a price only if both are in the same coin; an unknown fee (null) adds nothing. */
export function totalWithFee(price: Decimal, fee: Decimal | null, isSameCoin: boolean): TotalWithFee {
  const isOne = isSameCoin && fee !== null
  return { amount: isOne ? addDecimals([price, fee]) : price, separateFee: isOne ? null : fee, isOne }
}
