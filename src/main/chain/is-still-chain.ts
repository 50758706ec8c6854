import type { Chain } from './chain.ts'

/**
 * Asks the nodes again for their chain, to be called after reading a height or a nonce that is stored: a load balancer may have switched to
 * another chain. Returns false if a node serves another one and not more than half still serve this one; a silent node decides nothing, nor
 * one that served another chain `before` the reading: it answered nothing.
 */
export async function isStillChain(
  chain: Pick<Chain, 'isUnchanged' | 'nodes'>,
  before: ReturnType<Chain['nodes']>,
): Promise<boolean> {
  if (await chain.isUnchanged()) return true
  const others = new Set(before.filter(isOther).map(({ url }) => url))
  return chain.nodes().every((node) => !isOther(node) || others.has(node.url))
}

function isOther({ trouble }: ReturnType<Chain['nodes']>[number]): boolean {
  return trouble === 'other-chain'
}
