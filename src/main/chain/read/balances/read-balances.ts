import { isAddress, type Address } from 'viem'
import { toAppError } from '../../../../shared/errors.ts'
import { fromUnits } from '../../../../shared/money.ts'
import type { BalanceView } from '../../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../../shared/networks/views.ts'
import type { Chain, Outflow } from '../../chain.ts'
import { isNativePlaceholder } from '../../guard/native-coin.ts'

/** Coins that signed but unmined transactions may still take, in units: per lower-case token address, and native. */
export interface Unsettled {
  readonly tokens: ReadonlyMap<string, bigint>
  readonly native: bigint
}

/** What an account's own payments took from its balances, or may still take. */
export interface OwnSpending {
  /** Null where no node named the chain. */
  unsettled(chainInstance: string | null): Unsettled
  /** Returns what left in blocks that a node may not have reached. */
  outflow(chainInstance: string, token: Address | null): Outflow
}

/** Reads an account's balances on one network, after its own payments; an unknown balance is null, never 0. */
export async function readBalances(
  chain: Chain,
  network: NetworkView,
  account: Address,
  spending: OwnSpending,
  now: number,
): Promise<BalanceView> {
  const [instance] = await Promise.allSettled([chain.instance()])
  if (instance.status === 'rejected') {
    const reserved = reservedOn(network, spending.unsettled(null))
    return { ...unknownBalances(network), reserved, error: toAppError(instance.reason).code }
  }
  const outflow = (token: Address | null): Outflow => spending.outflow(instance.value, token)
  const [native, ...tokens] = await Promise.allSettled([
    chain.nativeBalance(account, outflow(null)),
    ...network.tokens.map(({ address }) =>
      isAddress(address) && !isNativePlaceholder(address)
        ? chain.tokenBalance(address, account, outflow(address))
        : chain.nativeBalance(account, outflow(null)),
    ),
  ])
  const unsettled = spending.unsettled(instance.value)
  const failed = [native, ...tokens].find((result) => result.status === 'rejected')
  const byKey = network.tokens.map((token, index) => ({ token, balance: tokens[index] }))
  return {
    networkKey: network.key,
    native: native.status === 'fulfilled' ? fromUnits(native.value, network.native.decimals) : null,
    tokens: Object.fromEntries(
      byKey.map(({ token, balance }) => [
        token.key,
        balance?.status === 'fulfilled' ? fromUnits(balance.value, token.decimals) : null,
      ]),
    ),
    reserved: reservedOn(network, unsettled),
    readAt: failed ? null : new Date(now).toISOString(),
    last: null,
    error: failed?.status === 'rejected' ? toAppError(failed.reason).code : null,
  }
}

/** Returns what is not free to spend of each token of a network. */
export function reservedOn({ tokens }: NetworkView, unsettled: Unsettled): BalanceView['reserved'] {
  return Object.fromEntries(
    tokens.map((token) => [token.key, fromUnits(reservedOf(unsettled, token.address), token.decimals)]),
  )
}

function reservedOf(unsettled: Unsettled, token: string): bigint {
  if (isAddress(token) && isNativePlaceholder(token)) return unsettled.native
  return unsettled.tokens.get(token.toLowerCase()) ?? 0n
}

/** Returns unknown balances, for a network that was not asked or cannot be asked. */
export function unknownBalances(network: NetworkView): BalanceView {
  return {
    networkKey: network.key,
    native: null,
    tokens: Object.fromEntries(network.tokens.map((token) => [token.key, null])),
    reserved: {},
    readAt: null,
    last: null,
    error: null,
  }
}
