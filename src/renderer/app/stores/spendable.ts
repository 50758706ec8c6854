import { compareDecimals, fromUnits, toUnits, type Decimal } from '../../../shared/money.ts'
import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'

const scale = 100

/** Returns the spendable amount of a token: its balance less the reserved amount, never below 0; null while unknown. */
export function spendable(balance: BalanceView | undefined, tokenKey: string): Decimal | null {
  const held = balance?.tokens[tokenKey] ?? null
  if (held === null || !balance) return null
  const reserved = balance.reserved[tokenKey] ?? '0'
  if (compareDecimals(held, reserved) <= 0) return '0'
  return fromUnits(toUnits(held, scale) - toUnits(reserved, scale), scale)
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
}

/** Returns every coin on every payable network, in the service's order. */
export function pursesOf(networks: readonly NetworkView[], balances: readonly BalanceView[]): Purse[] {
  return networks
    .filter(({ unpayable }) => unpayable === null)
    .flatMap((network) => {
      const balance = balances.find(({ networkKey }) => networkKey === network.key)
      return network.tokens.map(({ key, symbol }) => ({
        networkKey: network.key,
        networkName: network.name,
        tokenKey: key,
        symbol,
        amount: spendable(balance, key),
      }))
    })
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
