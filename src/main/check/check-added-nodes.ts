import { AppError } from '../../shared/errors.ts'
import type { AddedNodeView } from '../../shared/networks/node-views.ts'
import type { Profile } from '../../shared/services/profile.ts'
import { rpcUrlsOf } from '../catalog/metadata/network-view.ts'
import type { NetworkWithTokens } from '../catalog/metadata/metadata-repository.ts'
import { openChain, type ChainOptions } from '../chain/open-chain.ts'

type Named = Pick<Profile, 'baseUrl' | 'rpcUrls'>

export interface AddedNodesOptions extends Pick<ChainOptions, 'signal'> {
  /** Returns the current service's networks, with its addresses. */
  readonly networks: () => readonly Pick<NetworkWithTokens, 'chainId' | 'rpcUrl'>[]
  /** Milliseconds for a question to a node; 6 s by default. */
  readonly deadlineMs?: number
}

/** The user is waiting: a slower node counts as silent for now. */
const PATIENCE_MS = 6_000

/** Returns the nodes that a profile names and the current one does not, by chain id. */
export function addedNodes(profile: Named, current: Named | null): Map<number, string[]> {
  const isSame = current !== null && new URL(current.baseUrl).origin === new URL(profile.baseUrl).origin
  const before = isSame ? current.rpcUrls : {}
  const added = Object.entries(profile.rpcUrls).map(
    ([id, urls]) => [Number(id), urls.filter((url) => !before[id]?.includes(url))] as const,
  )
  return new Map(added.filter(([, urls]) => urls.length > 0).map(([id, urls]) => [id, [...new Set(urls)]]))
}

/**
 * Asks every added node once, together with the other nodes of its network: they determine the chain and the newest block. Never throws,
 * and treats a node as silent after `deadlineMs`.
 */
export async function checkAddedNodes(
  { networks, signal, deadlineMs = PATIENCE_MS }: AddedNodesOptions,
  profile: Named,
  current: Named | null,
): Promise<AddedNodeView[]> {
  const listed = networks()
  const checks = [...addedNodes(profile, current)].map(async ([chainId, urls]) => {
    const { rpcUrl = '' } = listed.find((network) => network.chainId === chainId) ?? {}
    const rpcUrls = rpcUrlsOf({ chainId, rpcUrl }, profile)
    const chain = openChain({ chainId, rpcUrls, signal, timeoutMs: deadlineMs, finalityDepth: undefined })
    const nodes = await chain.checkNodes()
    const own = nodes.filter(({ url }) => urls.includes(url))
    return own.map(({ since: _since, ...node }) => ({ chainId, ...node }))
  })
  return (await Promise.all(checks)).flat()
}

/** Throws AppError `network-mismatch` if one of the nodes serves another chain; a silent one may start later. */
export function assertOwnChain(nodes: readonly AddedNodeView[]): void {
  const other = nodes.find(({ trouble }) => trouble === 'other-chain')
  if (other === undefined) return
  const { chainId: expected, url, foundChainId: found } = other
  const reason = found === null ? 'strange-node' : 'other-node'
  throw new AppError('network-mismatch', 'A node is of another chain', {
    details: { reason, address: new URL(url).host, expected, found },
  })
}
