import type { KnownChain } from './known-chain.ts'
import { layerOneChains } from './layer-one-chains.ts'
import { rollups } from './rollups.ts'

const byId = new Map([...layerOneChains, ...rollups].map((chain) => [chain.chainId, chain]))

/** Returns what Till knows of a chain, or null for one it does not know. */
export function findKnownChain(chainId: number): KnownChain | null {
  return byId.get(chainId) ?? null
}
