import { isAddressEqual, type Address } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { nativeSymbolOf, NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import type { TransfersContext } from './transfers-context.ts'
import type { ListedNetwork } from '../engine/current-service.ts'

/** One coin of one network of the service in use; `token` is null for the native coin. */
export interface Coin {
  readonly profileId: string
  readonly network: ListedNetwork
  readonly token: Address | null
  readonly symbol: string
  readonly decimals: number
}

/** Returns the chosen coin. Throws AppError `no-profile`, `network-unknown` or `token-unknown`. */
export function findCoin(
  context: Pick<TransfersContext, 'current'>,
  { networkKey, token }: { readonly networkKey: string; readonly token: Address | null },
): Coin {
  const current = context.current()
  if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
  const { profileId, networks } = current
  const network = networks.find(({ key }) => key === networkKey)
  if (network === undefined) throw new AppError('network-unknown', 'There is no such network')
  if (token === null) {
    const { chainId, nativeSymbol } = network.network
    return { profileId, network, token, symbol: nativeSymbolOf(chainId, nativeSymbol), decimals: NATIVE_DECIMALS }
  }
  const listed = network.tokens.find(({ address }) => isAddressEqual(address, token))
  if (listed === undefined) throw new AppError('token-unknown', 'There is no such coin')
  return { profileId, network, token: listed.address, symbol: listed.symbol, decimals: listed.decimals }
}
