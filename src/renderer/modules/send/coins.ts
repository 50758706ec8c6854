import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { spendable } from '../../app/spendable.ts'

/** One coin on one network that can be sent; `token` is null for the network's own. */
export interface SendableCoin {
  readonly key: string
  readonly networkKey: string
  readonly networkName: string
  readonly token: string | null
  readonly symbol: string
  readonly nativeSymbol: string
  readonly decimals: number
  /** Exact decimal text of what can be spent, as last read; null while unknown. */
  readonly available: string | null
  /** When that was read, in epoch milliseconds; null where it never was. */
  readonly readAt: number | null
  /** Whether it could not be read this time, so that what stands here is old. */
  readonly isOld: boolean
}

/** Addresses that stand for a network's own coin and are no contract's. */
const placeholders = [`0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`]

const isPlaceholder = (token: string): boolean => placeholders.includes(token.toLowerCase())

/** The key of one coin among all; an address that stands for the network's own coin is that coin's. */
export const coinKey = (networkKey: string, token: string | null): string =>
  `${networkKey} ${token === null || isPlaceholder(token) ? 'own' : token}`

/** Every coin of every network that can be paid on, the network's own last. */
export function sendableCoins(networks: readonly NetworkView[], balances: readonly BalanceView[]): SendableCoin[] {
  return networks
    .filter(({ unpayable }) => unpayable === null)
    .flatMap((network) => {
      const balance = balances.find(({ networkKey }) => networkKey === network.key)
      const at = balance?.readAt ?? balance?.last?.readAt ?? null
      const coin = (
        token: string | null,
        symbol: string,
        decimals: number,
        held: string | null,
        last: string | null,
      ) => ({
        key: coinKey(network.key, token),
        networkKey: network.key,
        networkName: network.name,
        ...{ token, symbol, decimals, nativeSymbol: network.native.symbol },
        available: held ?? last,
        readAt: at === null ? null : Date.parse(at),
        isOld: held === null,
      })
      const { native } = network
      return [
        ...network.tokens
          .filter(({ address }) => !isPlaceholder(address))
          .map(({ key, address, symbol, decimals }) =>
            coin(address, symbol, decimals, spendable(balance, key), balance?.last?.tokens[key] ?? null),
          ),
        coin(null, native.symbol, native.decimals, balance?.native ?? null, balance?.last?.native ?? null),
      ]
    })
}
