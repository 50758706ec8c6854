import type { Address } from 'viem'
import type { FrozenNetwork } from '../../chain/frozen-network.ts'
import type { Profile } from '../../../shared/services/profile.ts'
import { isLoopback } from '../../../shared/safe-address.ts'
import type { Chain } from '../../chain/chain.ts'
import { isDollarName, isSameSymbol } from '../../../shared/networks/coin-names.ts'
import { judgeCoin } from '../../chain/guard/judge-coin.ts'
import { judgeNativeCoin } from '../../chain/guard/native-coin.ts'
import { wasPaidWith } from './paid-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'

/** A coin as a service lists it, on the network and chain of the payment. */
export interface CoinCase {
  readonly profile: Profile
  readonly network: FrozenNetwork
  readonly chain: Chain
  readonly chainInstance: string
  /** Null for the native coin. */
  readonly token: Address | null
  readonly symbol: string
  readonly decimals: number
}

/**
 * What contradicts a coin's listing. `listed`: what Till knows about it; `contract`: its contract's answer through a node; `node`: only a
 * node, because Till knows the coin as it is listed.
 */
export type CoinLie = 'listed' | 'contract' | 'node'

/** What is wrong with a coin, or known only from the service. */
export interface CoinFinding {
  /** The contradiction that blocks paying with it; null for none. */
  readonly lie: CoinLie | null
  /** What the person must know and accept first; null for nothing. */
  readonly doubt: 'coin-unknown' | 'coin-namesake' | null
  /** Whether it is a US dollar coin, by more than the service's word. */
  readonly isDollar: boolean
}

/**
 * Checks a coin's listing. If a service lists a token under another's name or with other decimals, the screen shows another amount than the
 * one paid. Known coins are compared with Till's own data. The contract is read too: through the person's own nodes if there are any, else
 * through the service's, which is then reported. Throws AppError if no such node answers.
 */
export async function checkCoin(
  context: Pick<PurchaseContext, 'ledger' | 'chain'>,
  one: CoinCase,
): Promise<CoinFinding> {
  const { network, token, symbol, decimals } = one
  if (token === null) return checkNativeCoin(context, one)
  const judgement = judgeCoin({ chainId: network.chainId, address: token, symbol, decimals })
  const own = ownNodes(network, one.profile)
  const chain = own.length > 0 ? context.chain({ ...network, rpcUrls: own }, one.profile) : one.chain
  const facts = await chain.tokenFacts(token)
  const isNamed =
    judgement.is === 'known' || facts.symbol === null || isSameSymbol(unbridged(facts.symbol), unbridged(symbol))
  if (judgement.is === 'lie') return lying('listed')
  if (facts.decimals !== decimals || !isNamed) return lying(judgement.is === 'known' ? 'node' : 'contract')
  if (judgement.is === 'known') return { lie: null, doubt: null, isDollar: judgement.currency === 'USD' }
  if (judgement.is === 'namesake') return { lie: null, doubt: 'coin-namesake', isDollar: false }
  const isVouched = own.length > 0
  const isAccepted = isVouched || wasPaidWith(context.ledger, one)
  const isDollar = isVouched && facts.symbol !== null && isDollarName(facts.symbol)
  return { lie: null, doubt: isAccepted ? null : 'coin-unknown', isDollar }
}

function lying(lie: CoinLie): CoinFinding {
  return { lie, doubt: null, isDollar: false }
}

/** No contract names a native coin: besides the registry there is only the service's word, and a chain whose node the person chose. */
function checkNativeCoin({ ledger }: Pick<PurchaseContext, 'ledger'>, one: CoinCase): CoinFinding {
  const { network, symbol, decimals, profile } = one
  const judgement = judgeNativeCoin({ chainId: network.chainId, symbol, decimals })
  if (judgement === 'lie') return lying('listed')
  const isAccepted = judgement === 'known' || ownNodes(network, profile).length > 0 || wasPaidWith(ledger, one)
  return { lie: null, doubt: isAccepted ? null : 'coin-unknown', isDollar: false }
}

/** Returns the nodes that the service did not choose: the profile's, and any on this machine, which only a service on it may name. */
function ownNodes({ chainId, rpcUrls }: FrozenNetwork, profile: Profile): string[] {
  const named = profile.rpcUrls[String(chainId)] ?? []
  return rpcUrls.filter((url) => named.includes(url) || isLoopback(new URL(url).hostname))
}

/** Removes the suffix that distinguishes a bridged coin from the issuer's own, as in USDC.e. */
function unbridged(symbol: string): string {
  return symbol.replace(/\.[a-z]{1,3}$/i, '')
}
