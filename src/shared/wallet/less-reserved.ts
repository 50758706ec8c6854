import { compareDecimals, subtractDecimals, type Decimal } from '../money.ts'

/** Returns what of a balance is not reserved for signed transactions, never below 0. */
export function lessReserved(held: Decimal, reserved: Decimal = '0'): Decimal {
  return compareDecimals(held, reserved) <= 0 ? '0' : subtractDecimals(held, reserved)
}
