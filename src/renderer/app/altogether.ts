import { addDecimals, type Decimal } from '../../shared/money.ts'

/** What leaves the wallet: `amount` in the coin of the price, `apart` what the network takes in a coin of its own. */
export interface Altogether {
  readonly amount: Decimal
  /** Null where it is not known, or is in the amount. */
  readonly apart: Decimal | null
  /** Both are in one coin, so the amount holds them both. */
  readonly isOne: boolean
}

/** Adds a network fee to a price only where both are in the same coin; a fee that is not known (null) is added to nothing. */
export function altogether(price: Decimal, fee: Decimal | null, isSameCoin: boolean): Altogether {
  const isOne = isSameCoin && fee !== null
  return { amount: isOne ? addDecimals([price, fee]) : price, apart: isOne ? null : fee, isOne }
}
