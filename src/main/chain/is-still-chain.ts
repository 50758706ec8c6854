import type { Chain } from './chain.ts'

/**
 * Asks the nodes again for their chain, to be called after reading a height or a nonce that is stored: a load balancer may have switched to
 * another chain. Returns false if a node serves another one and not more than half still serve this one; a silent node decides nothing.
 */
export async function isStillChain(chain: Pick<Chain, 'isUnchanged' | 'nodes'>): Promise<boolean> {
  const isUnchanged = await chain.isUnchanged()
  return isUnchanged || chain.nodes().every(({ trouble }) => trouble !== 'other-chain')
}
