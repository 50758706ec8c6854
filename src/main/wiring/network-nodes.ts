import type { NetworkNodesView } from '../../shared/node-views.ts'
import type { Profile } from '../../shared/profile.ts'
import type { NetworkView } from '../../shared/views.ts'
import type { Chain } from '../chain/chain.ts'
import type { NodeReport } from '../chain/node-report.ts'
import { findKnownChain } from '../chain/registry/find-known-chain.ts'

export interface NetworkNodes {
  readonly networks: readonly NetworkView[]
  readonly profile: Pick<Profile, 'rpcUrls'>
  /** Null for a network that has no address. */
  readonly chain: (key: string) => Chain | null
}

/** Lists the nodes of every network that can be paid with, or could with an address; where `fresh`, each node is asked first. */
export async function listNetworkNodes(
  { networks, profile, chain }: NetworkNodes,
  fresh: boolean,
): Promise<NetworkNodesView[]> {
  const wanted = networks.filter(({ unpayable }) => unpayable === null || unpayable === 'no-rpc')
  const report = async (key: string): Promise<readonly NodeReport[]> => {
    const opened = chain(key)
    return (fresh ? await opened?.checkNodes() : opened?.nodes()) ?? []
  }
  const reports = await Promise.all(wanted.map(({ key }) => report(key)))
  return wanted.map(({ chainId, name }, index) => {
    const own = profile.rpcUrls[String(chainId)] ?? []
    const nodes = reports[index] ?? []
    const suggested = findKnownChain(chainId)?.rpcUrls ?? []
    return {
      chainId,
      name,
      nodes: nodes.map(({ url, trouble, since, behindBy }) => ({
        ...{ host: new URL(url).host, isOwn: own.includes(url), trouble, behindBy },
        since: since === null ? null : new Date(since).toISOString(),
      })),
      suggested: suggested.filter((url) => !nodes.some((node) => node.url === url)),
    }
  })
}
