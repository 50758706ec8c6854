import { addDecimals, compareDecimals, type Decimal } from '../../../shared/money.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { BalanceView } from '../../../shared/wallet/views.ts'
import { isDollar } from '../../../shared/networks/coin-names.ts'
import { isNativePlaceholder } from '../../app/money/native-placeholder.ts'
import { lastKnown, spendable } from '../../app/money/spendable.ts'

/** A coin on one network. */
export interface Holding {
  readonly key: string
  readonly network: NetworkView
  readonly balance: BalanceView | undefined
  /** What can be spent of it, else when the network last answered; null if it was never known. */
  readonly amount: Decimal | null
  /** Whether the network does not confirm the amount now. */
  readonly isOld: boolean
  /** What payments in progress hold back; null for nothing. */
  readonly reserved: Decimal | null
  /** Whether the service accepts the coin there now. */
  readonly isActive: boolean
  /** Whether the network's fees cannot be paid. */
  readonly lacksFees: boolean
}

/** A coin by its symbol, on all its networks. */
export interface CoinHoldings {
  readonly symbol: string
  readonly name: string
  readonly image: string | null
  readonly decimals: number
  readonly parts: readonly Holding[]
  /** The known amounts of all networks together; null if none is known. */
  readonly amount: Decimal | null
  /** Whether the amount counts one that its network does not confirm now. */
  readonly isOld: boolean
}

/** The decimals of a dollar coin, whatever its service shows of it. */
const CENTS = 2

const isZero = (amount: Decimal | null | undefined): boolean =>
  typeof amount === 'string' && compareDecimals(amount, '0') === 0

/** Returns the sum of the known amounts; null if none is known. */
function sumOf(amounts: readonly (Decimal | null)[]): Decimal | null {
  const known = amounts.filter((one) => one !== null)
  return known.length === 0 ? null : addDecimals(known)
}

/** Groups the coins of all networks by their symbol, in the service's order. `hasFaucet` says whether play money includes fees. */
export function holdingsOf(
  networks: readonly NetworkView[],
  balances: readonly BalanceView[],
  hasFaucet: boolean,
): CoinHoldings[] {
  const coins = new Map<string, Omit<CoinHoldings, 'amount' | 'isOld'> & { readonly parts: Holding[] }>()
  for (const network of networks) {
    const balance = balances.find(({ networkKey }) => networkKey === network.key)
    // With nothing to pay with either, the wallet asks once for play money instead.
    const isEmpty = network.tokens.every(({ key }) => isZero(balance?.tokens[key]))
    const lacksFees = isZero(balance?.native) && !(hasFaucet && isEmpty)
    for (const { key, symbol, name, image, isActive, friendlyDecimals: decimals } of network.tokens) {
      const coin = coins.get(symbol) ?? {
        symbol,
        name,
        image,
        decimals: isDollar(symbol) ? CENTS : decimals,
        parts: [],
      }
      coins.set(symbol, coin)
      const now = spendable(balance, key)
      const reserved = balance?.reserved[key] ?? null
      const amount = now ?? lastKnown(balance, key)?.amount ?? null
      coin.parts.push({
        key: `${network.key} ${key}`,
        network,
        balance,
        amount,
        isOld: now === null && amount !== null,
        reserved: isZero(reserved) ? null : reserved,
        isActive,
        lacksFees,
      })
    }
  }
  return [...coins.values()].map((coin) => ({
    ...coin,
    amount: sumOf(coin.parts.map(({ amount }) => amount)),
    isOld: coin.parts.some(({ isOld }) => isOld),
  }))
}

/** An amount of a coin. */
export interface CoinAmount {
  readonly symbol: string
  readonly amount: Decimal
}

function summed(amounts: readonly { readonly symbol: string; readonly amount: Decimal | null }[]): CoinAmount[] {
  const symbols = [...new Set(amounts.map(({ symbol }) => symbol))]
  return symbols.flatMap((symbol) => {
    const amount = sumOf(amounts.filter((one) => one.symbol === symbol).map((one) => one.amount))
    return amount === null || isZero(amount) ? [] : [{ symbol, amount }]
  })
}

/** Returns the known amounts of the networks' own coins, which pay their fees, without empty ones. */
export function feeCoinsOf(networks: readonly NetworkView[], balances: readonly BalanceView[]): CoinAmount[] {
  return summed(
    networks.map(({ key, native }) => {
      const balance = balances.find(({ networkKey }) => networkKey === key)
      return { symbol: native.symbol, amount: balance?.native ?? balance?.last?.native ?? null }
    }),
  )
}

/** Returns the known amounts of coins that are worth no dollar each, without empty ones and those that pay fees. */
export function foreignCoinsOf(coins: readonly CoinHoldings[]): CoinAmount[] {
  const isFeeCoin = ({ network }: Holding, symbol: string): boolean =>
    network.tokens.some((token) => token.symbol === symbol && isNativePlaceholder(token.address))
  return summed(
    coins.filter(({ symbol, parts }) => !isDollar(symbol) && !parts.every((part) => isFeeCoin(part, symbol))),
  )
}
