import type { KnownChain } from './known-chain.ts'
import { layerOneChains } from './layer-one-chains.ts'
import { rollups } from './rollups.ts'

const byId = new Map([...layerOneChains, ...rollups].map((chain) => [chain.chainId, chain]))

/** Returns Till's facts about a chain, or null for an unknown one. */
export function findKnownChain(chainId: number): KnownChain | null {
  return byId.get(chainId) ?? null
}
