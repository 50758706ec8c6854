import { compareDecimals, subtractDecimals, type Decimal } from '../money.ts'

/** A drawer's counted cash, and its difference from the expected amount. */
export interface DrawerCount {
  readonly amount: Decimal
  readonly differs: 'even' | 'over' | 'short'
  readonly by: Decimal
}

/** Compares the counted `amount` with the `expected` one, both in the shop's currency. */
export function countDrawer(amount: Decimal, expected: Decimal): DrawerCount {
  const order = compareDecimals(amount, expected)
  if (order === 0) return { amount, differs: 'even', by: '0' }
  return order > 0
    ? { amount, differs: 'over', by: subtractDecimals(amount, expected) }
    : { amount, differs: 'short', by: subtractDecimals(expected, amount) }
}
