import { addDecimals, compareDecimals, type Decimal } from '../../../shared/money.ts'
import { lessReserved } from '../../../shared/wallet/less-reserved.ts'
import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { isDollar } from '../../../shared/networks/coin-names.ts'

/** Returns the spendable amount of a token: its balance less the reserved amount, never below 0; null while unknown. */
export function spendable(balance: BalanceView | undefined, tokenKey: string): Decimal | null {
  const held = balance?.tokens[tokenKey] ?? null
  return held === null || !balance ? null : lessReserved(held, balance.reserved[tokenKey])
}

/** One coin on one network, which a payment is made with. */
export interface PaymentMethod {
  readonly networkKey: string
  readonly tokenKey: string
}

/** The spendable amount of a payment method. */
export interface Purse extends PaymentMethod {
  readonly networkName: string
  readonly symbol: string
  /** Null while unknown. */
  readonly amount: Decimal | null
  /** The spendable amount when the network last answered, and when (epoch ms), while it is unknown now. */
  readonly last: { readonly amount: Decimal; readonly at: number } | null
}

/** Returns every coin on every payable network, in the service's order. */
export function pursesOf(networks: readonly NetworkView[], balances: readonly BalanceView[]): Purse[] {
  return networks
    .filter(({ unpayable }) => unpayable === null)
    .flatMap((network) => {
      const balance = balances.find(({ networkKey }) => networkKey === network.key)
      return network.tokens.map(({ key, symbol }) => {
        const amount = spendable(balance, key)
        const common = { networkKey: network.key, networkName: network.name, tokenKey: key, symbol, amount }
        return { ...common, last: amount === null ? lastKnown(balance, key) : null }
      })
    })
}

/** Returns what of a token's last known balance is not reserved, and when it was read (epoch ms); null if it never was. */
export function lastKnown(balance: BalanceView | undefined, tokenKey: string): Purse['last'] {
  const amount = balance?.last?.tokens[tokenKey]
  if (!balance?.last || amount === undefined) return null
  return { amount: lessReserved(amount, balance.reserved[tokenKey]), at: Date.parse(balance.last.readAt) }
}

/** What all dollar coins are worth together. No single payment could spend it. */
export interface Total {
  /** The sum of each dollar coin, on all networks; empty if no purse is known. */
  readonly coins: readonly Decimal[]
  /** Whether it counts a balance that its network does not confirm now. */
  readonly isOld: boolean
}

/** Adds up each dollar coin of all purses, by their last known balance where a network does not answer. */
export function totalOf(purses: readonly Purse[]): Total {
  const dollars = purses.filter(({ symbol }) => isDollar(symbol))
  const coins = new Map<string, Decimal[]>()
  for (const { symbol, amount, last } of dollars) {
    const known = amount ?? last?.amount ?? null
    if (known !== null) coins.set(symbol, [...(coins.get(symbol) ?? []), known])
  }
  return {
    coins: [...coins.values()].map(addDecimals),
    isOld: dollars.some(({ amount, last }) => amount === null && last !== null),
  }
}

/** Returns whether every purse is known to be empty; an unknown one may hold something. */
export function areAllEmpty(purses: readonly Purse[]): boolean {
  return purses.length > 0 && purses.every(({ amount }) => amount !== null && compareDecimals(amount, '0') === 0)
}

/**
 * Returns the purse to show where there is room for one: the one last paid with, else the first not known to be empty, else the
 * first. Amounts of different networks or coins are never added up: no payment could spend the sum.
 */
export function mainPurse(purses: readonly Purse[], last: PaymentMethod | null): Purse | null {
  const isLast = (purse: Purse): boolean => purse.networkKey === last?.networkKey && purse.tokenKey === last.tokenKey
  const mayHold = ({ amount }: Purse): boolean => amount === null || compareDecimals(amount, '0') > 0
  return purses.find(isLast) ?? purses.find(mayHold) ?? purses[0] ?? null
}
