import type { RequestInput } from '../../../shared/contract.ts'
import { isSafeAddress } from '../../../shared/safe-address.ts'
import type { NetworkNodesView } from '../../../shared/networks/node-views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { typedAmount } from '../formats/typed-amount.ts'

type Profile = Exclude<RequestInput<'profile.save'>, 'sandbox'>

/** The edited settings of one of the service's networks. */
export interface NetworkDraft {
  readonly chainId: string
  readonly name: string
  /** The coin of its fees; '' if the network is unknown now. */
  readonly symbol: string
  /** Public nodes that the user can add. */
  readonly suggested: readonly string[]
  /** Nodes to ask before the service's own, one address a line. */
  nodes: string
  /** The highest fee of a payment without the password; '' for the default. */
  cap: string
}

/** The network that a user came to add a node to. */
export interface AddTo {
  readonly chainId: string
}

/** Returns the drafts for each network that can be paid on, and for those with earlier settings. */
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
      chainId,
      name: known?.name ?? chainId,
      symbol: known?.native.symbol ?? '',
      suggested: nodes.find((one) => String(one.chainId) === chainId)?.suggested ?? [],
      nodes: (rpcUrls[chainId] ?? []).join('\n'),
      cap: feeCaps[chainId] ?? '',
    }
  })
}

/** Returns the public nodes missing from the typed text. */
export function stillSuggested({ suggested, nodes }: NetworkDraft): readonly string[] {
  const typed = linesOf(nodes)
  return typed.length < MAX_NODES ? suggested.filter((url) => !typed.includes(url)) : []
}

/** Returns the typed nodes with one more at the end. */
export function withNode({ nodes }: NetworkDraft, url: string): string {
  return [...linesOf(nodes), url].join('\n')
}

const linesOf = (nodes: string): string[] => nodes.split(/\s+/).filter(Boolean)
const MAX_NODES = 10

/** Returns whether typed nodes are missing from the profile being edited. */
export function hasAddedNodes(drafts: readonly NetworkDraft[], before: NonNullable<Profile['rpcUrls']>): boolean {
  return drafts.some(({ chainId, nodes }) => linesOf(nodes).some((url) => !before[chainId]?.includes(url)))
}

/** Returns whether the typed nodes are invalid. */
export function areNodesWrong({ nodes }: NetworkDraft): boolean {
  const lines = linesOf(nodes)
  return lines.length > MAX_NODES || !lines.every(isSafeAddress)
}

/** Returns whether the typed highest fee is not an amount. */
export function isCapWrong({ cap }: NetworkDraft): boolean {
  return cap.trim() !== '' && !/^\d{1,9}(\.\d{1,18})?$/.test(typedAmount(cap) ?? '')
}

/** Returns the drafts' part of a profile. */
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
