import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { isNativePlaceholder } from '../../app/money/native-placeholder.ts'
import { spendable } from '../../app/money/spendable.ts'

/** A coin on one network that can be sent; `token` is null for the network's own. */
export interface SendableCoin {
  readonly key: string
  readonly networkKey: string
  readonly networkName: string
  readonly token: string | null
  readonly symbol: string
  readonly nativeSymbol: string
  readonly decimals: number
  /** The spendable amount as last read, as an exact decimal; null if unknown. */
  readonly available: string | null
  /** The time of that reading (epoch ms); null if there was none. */
  readonly readAt: number | null
  /** Whether the latest reading failed, so that the amount is old. */
  readonly isOld: boolean
}

/** Returns the key of a coin; a placeholder address gives the native coin's key. */
export const coinKey = (networkKey: string, token: string | null): string =>
  `${networkKey} ${token === null || isNativePlaceholder(token) ? 'own' : token}`

/** Returns every coin of every payable network, its native coin last. */
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
        current: string | null,
        last: string | null,
      ) => ({
        key: coinKey(network.key, token),
        networkKey: network.key,
        networkName: network.name,
        token,
        symbol,
        decimals,
        nativeSymbol: network.native.symbol,
        available: current ?? last,
        readAt: at === null ? null : Date.parse(at),
        isOld: current === null,
      })
      const { native } = network
      return [
        ...network.tokens
          .filter(({ address }) => !isNativePlaceholder(address))
          .map(({ key, address, symbol, decimals }) =>
            coin(address, symbol, decimals, spendable(balance, key), balance?.last?.tokens[key] ?? null),
          ),
        coin(null, native.symbol, native.decimals, balance?.native ?? null, balance?.last?.native ?? null),
      ]
    })
}
