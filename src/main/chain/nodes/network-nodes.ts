import type { NetworkNodesView, NodeView } from '../../../shared/networks/node-views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { Chain } from '../chain.ts'
import type { NodeReport } from './trouble/node-report.ts'
import { findKnownChain } from '../registry/find-known-chain.ts'

export interface NetworkNodes {
  readonly networks: readonly NetworkView[]
  /** Returns the service's address for a network by its key; null or empty if it names none. */
  readonly serviceUrl: (key: string) => string | null
  /** Returns null for a network without an address. */
  readonly chain: (key: string) => Chain | null
}

/** Lists the nodes of every network that can pay, or could with an address; if `fresh`, asks each node first. */
export async function listNetworkNodes(
  { networks, serviceUrl, chain }: NetworkNodes,
  fresh: boolean,
): Promise<NetworkNodesView[]> {
  const wanted = networks.filter(({ unpayable }) => unpayable === null || unpayable === 'no-rpc')
  const report = async (key: string): Promise<readonly NodeReport[]> => {
    const opened = chain(key)
    return (fresh ? await opened?.checkNodes() : opened?.nodes()) ?? []
  }
  const reports = await Promise.all(wanted.map(({ key }) => report(key)))
  return wanted.map(({ chainId, key, name }, index) => {
    const nodes = reports[index] ?? []
    const suggested = findKnownChain(chainId)?.rpcUrls ?? []
    return {
      chainId,
      name,
      nodes: nodes.map(({ url, since, ...state }) => ({
        host: new URL(url).host,
        origin: originOf(url, serviceUrl(key), suggested),
        ...state,
        since: since === null ? null : new Date(since).toISOString(),
      })),
      suggested: suggested.filter((url) => !nodes.some((node) => node.url === url)),
    }
  })
}

/** The sandbox's profile names its service's own nodes: repeating the service's address adds no independent witness. */
function originOf(url: string, ofService: string | null, ofRegistry: readonly string[]): NodeView['origin'] {
  if (url === ofService) return 'service'
  return ofRegistry.includes(url) ? 'public' : 'own'
}
