import type { RequestInput } from '../../../shared/contract.ts'
import { isSafeAddress } from '../../../shared/safe-address.ts'
import type { NetworkNodesView } from '../../../shared/networks/node-views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { typedAmount } from '../typed-amount.ts'

type Profile = Exclude<RequestInput<'profile.save'>, 'sandbox'>

/** What a person sets for one of the service's networks. */
export interface NetworkDraft {
  readonly chainId: string
  readonly name: string
  /** Of the coin in which its fees are; '' where the network is not known now. */
  readonly symbol: string
  /** Public nodes that can be added. */
  readonly suggested: readonly string[]
  /** Nodes asked before the service's own, an address a line. */
  nodes: string
  /** Most that a payment's fee comes to without the password; '' for Till's own. */
  cap: string
}

/** The network that somebody came to add a node to. */
export interface AddTo {
  readonly chainId: string
}

/** What is set for each network that can be paid with, and for those of which something was set before. */
export function networkDrafts(
  networks: readonly NetworkView[],
  profile: Partial<Profile>,
  nodes: readonly NetworkNodesView[] = [],
): NetworkDraft[] {
  const { rpcUrls = {}, feeCaps = {} } = profile
  const payable = networks.filter(({ unpayable }) => unpayable === null || unpayable === 'no-rpc')
  const ids = new Set([
    ...payable.map(({ chainId }) => String(chainId)),
    ...Object.keys(rpcUrls),
    ...Object.keys(feeCaps),
  ])
  return [...ids].map((chainId) => {
    const known = networks.find((network) => String(network.chainId) === chainId)
    return {
      ...{ chainId, name: known?.name ?? chainId, symbol: known?.native.symbol ?? '' },
      suggested: nodes.find((one) => String(one.chainId) === chainId)?.suggested ?? [],
      ...{ nodes: (rpcUrls[chainId] ?? []).join('\n'), cap: feeCaps[chainId] ?? '' },
    }
  })
}

/** The public nodes that are not in what was typed. */
export function stillSuggested({ suggested, nodes }: NetworkDraft): readonly string[] {
  const typed = linesOf(nodes)
  return typed.length < MOST_NODES ? suggested.filter((url) => !typed.includes(url)) : []
}

/** What was typed with one more node, asked last. */
export function withNode({ nodes }: NetworkDraft, url: string): string {
  return [...linesOf(nodes), url].join('\n')
}

const linesOf = (nodes: string): string[] => nodes.split(/\s+/).filter(Boolean)
const MOST_NODES = 10

/** Whether nodes were typed that are not in the profile being edited. */
export function hasAddedNodes(drafts: readonly NetworkDraft[], before: NonNullable<Profile['rpcUrls']>): boolean {
  return drafts.some(({ chainId, nodes }) => linesOf(nodes).some((url) => !before[chainId]?.includes(url)))
}

/** Whether what was typed as nodes can't be kept. */
export function areNodesWrong({ nodes }: NetworkDraft): boolean {
  const lines = linesOf(nodes)
  return lines.length > MOST_NODES || !lines.every(isSafeAddress)
}

/** Whether what was typed as the highest fee is no amount. */
export function isCapWrong({ cap }: NetworkDraft): boolean {
  return cap.trim() !== '' && !/^\d{1,9}(\.\d{1,18})?$/.test(typedAmount(cap) ?? '')
}

/** The part of a profile that the drafts stand for. */
export function networksOf(drafts: readonly NetworkDraft[]): Pick<Profile, 'rpcUrls' | 'feeCaps'> {
  return {
    rpcUrls: Object.fromEntries(
      drafts.map(({ chainId, nodes }) => [chainId, linesOf(nodes)] as const).filter(([, urls]) => urls.length > 0),
    ),
    feeCaps: Object.fromEntries(
      drafts.flatMap(({ chainId, cap }) => {
        const amount = typedAmount(cap)
        return amount === null ? [] : [[chainId, amount]]
      }),
    ),
  }
}
