import { compareDecimals, toUnits, type Decimal } from '../../shared/money.ts'
import type { NetworkView } from '../../shared/networks/views.ts'
import type { Prices, SalesLeftView } from '../../shared/sales/views.ts'
import { lessReserved } from '../../shared/wallet/less-reserved.ts'
import type { BalanceView } from '../../shared/wallet/views.ts'
import { isDollarName } from '../../shared/networks/coin-names.ts'

/** The fewest sales that tell what is usual. */
const LEAST_SALES = 5
/** Below this number sales left are few: there is still time to add coins. */
const FEW = 20
/** The count ends here: more sales than these tell nobody more. */
export const MOST = 1000
/** More decimals than any amount or rate has. */
const SCALE = 100

/** A sale's price and cost in the shop's currency. */
export interface PricedSale {
  readonly price: Decimal
  readonly cost: Decimal
}

/** Returns the sale of median cost, the cheaper of two; null if there are too few sales, or it cost nothing. */
export function findUsualSale(sales: readonly PricedSale[]): PricedSale | null {
  if (sales.length < LEAST_SALES) return null
  const ordered = sales.toSorted((a, b) => compareDecimals(a.cost, b.cost))
  const middle = ordered[(ordered.length - 1) >> 1]
  return middle === undefined || compareDecimals(middle.cost, '0') === 0 ? null : middle
}

/**
 * Returns how many sales of `cost` the purses can pay for, at most `MOST`. `rate` is the shop's currency per dollar; one purse pays for
 * each sale. Null if a purse is unknown, because it may hold anything.
 */
export function countSalesLeft(purses: readonly (Decimal | null)[], rate: Decimal, cost: Decimal): number | null {
  const known = purses.filter((amount) => amount !== null)
  if (purses.length === 0 || known.length < purses.length) return null
  // An amount times the rate has twice the decimals.
  const each = toUnits(cost, SCALE) * 10n ** BigInt(SCALE)
  const count = known.reduce((sum, amount) => sum + (toUnits(amount, SCALE) * toUnits(rate, SCALE)) / each, 0n)
  return count > BigInt(MOST) ? MOST : Number(count)
}

/** Returns how much of each dollar coin can be spent, by the last known balance where a network does not answer; null while unknown. */
export function spendablePurses(
  networks: readonly NetworkView[],
  balances: readonly BalanceView[],
): (Decimal | null)[] {
  return networks
    .filter(({ unpayable }) => unpayable === null)
    .flatMap(({ key, tokens }) => {
      const balance = balances.find(({ networkKey }) => networkKey === key)
      return tokens.filter(({ symbol }) => isDollarName(symbol)).map((token) => spendableOf(balance, token.key))
    })
}

function spendableOf(balance: BalanceView | undefined, token: string): Decimal | null {
  if (balance === undefined) return null
  const held = balance.tokens[token] ?? balance.last?.tokens[token] ?? null
  if (held === null) return null
  // Without its own coin a network takes no payment.
  if ((balance.native ?? balance.last?.native) === '0') return '0'
  return lessReserved(held, balance.reserved[token])
}

/**
 * Returns about how many more usual sales the wallet pays; null while that is unknown. A clerk learns the number only once there are few:
 * the number of many would tell what the wallet holds.
 */
export function viewSalesLeft(
  purses: readonly (Decimal | null)[],
  sales: readonly PricedSale[],
  { currency, rate }: Pick<Prices, 'currency' | 'rate'>,
  isManager: boolean,
): SalesLeftView | null {
  const usual = findUsualSale(sales)
  const count = usual === null ? null : countSalesLeft(purses, rate, usual.cost)
  if (usual === null || count === null) return null
  const isLow = count < FEW
  return isLow || isManager ? { count, isLow, isMost: count === MOST, currency, price: usual.price } : null
}
