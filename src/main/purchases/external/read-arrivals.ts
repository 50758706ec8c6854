import { isAddressEqual, type Address, type Hash } from 'viem'
import type { BlockRef, Chain, ListedTransfer } from '../../chain/chain.ts'
import { numberTransfers } from '../../chain/read/logs/number-transfers.ts'
import type { BlockRange } from '../refund/refund-search.ts'
import type { ExternalPayment, ListedArrival } from './external-payment.ts'
import { isSameToken } from './judge-arrivals.ts'

/** The payments asked of one account to one address, oldest first. */
export type Group = readonly [ExternalPayment, ...ExternalPayment[]]

/**
 * Reads the coins that reached the paid address in a range of blocks: everything from the account, as any node shows, and from others what
 * most nodes show and has exactly an amount that is awaited. `tokens` are the coins that a payer may have confused. Throws AppError if the
 * network is silent.
 */
export async function readTokenArrivals(
  chain: Chain,
  [first, ...others]: Group,
  tokens: readonly Address[],
  { from, to }: BlockRange,
): Promise<ListedArrival[]> {
  const asked = [first, ...others]
  const isAwaited = (token: Address, units: bigint): boolean =>
    asked.some(({ terms }) => terms.payment.units === units && isSameToken(terms.token.address, token))
  const transfers = await chain.transfersTo(tokens, first.terms.payment.recipient, from, to)
  const relevant = numberTransfers(withoutAdded(transfers)).filter(
    (one) => isAddressEqual(one.from, first.from) || (one.isProven && isAwaited(one.token, one.units)),
  )
  return Promise.all(
    relevant.map(async ({ hash, ordinal, token, from: sender, units, blockNumber, isProven }) => ({
      hash,
      ordinal,
      token,
      from: sender,
      units,
      block: blockNumber,
      at: await chain.blockTime(blockNumber),
      isProven,
    })),
  )
}

/** Leaves out what one node adds to a transaction: nodes that show one of its transfers show all of them. */
function withoutAdded(transfers: readonly ListedTransfer[]): ListedTransfer[] {
  const proven = new Set(transfers.filter(({ isProven }) => isProven).map(({ hash }) => hash))
  return transfers.filter((one) => one.isProven || !proven.has(one.hash))
}

/** What one of the account's transactions sent to the paid address, and its block. */
export interface NativeUse {
  /** Null if it sent nothing there. */
  readonly arrival: ListedArrival | null
  readonly block: BlockRef
}

/** What is known of the uses of an account's nonces. */
export interface KnownNonces {
  readonly uses: Map<number, NativeUse>
  /** The nonces whose blocks are final. */
  readonly final: Set<number>
  /** How often the use of a nonce was not to be had. */
  readonly misses: Map<number, number>
}

/** Creates what is known before the first look. */
export function createKnownNonces(): KnownNonces {
  return { uses: new Map(), final: new Set(), misses: new Map() }
}

/** The nonces that one look traces: each takes some twenty questions. */
const TRACED_AT_ONCE = 20

/**
 * Reads the native coins that the account sent to the paid address since the oldest payment was asked, by its nonces: these coins leave no
 * logs. Adds to `known` what is found, and removes what a reorganization undid. Throws AppError if the network is silent.
 */
export async function readNativeArrivals(chain: Chain, group: Group, known: KnownNonces): Promise<ListedArrival[]> {
  const { uses, final, misses } = known
  const { from } = group[0]
  const nonce = Math.min(...group.map((one) => one.nonce))
  const { mined } = await chain.nonces(from)
  for (const [one, { block }] of uses) {
    if (final.has(one)) continue
    const { state } = await chain.blockStatus(block)
    if (state === 'gone') uses.delete(one)
    if (state === 'final') final.add(one)
  }
  const open = Array.from({ length: Math.max(0, mined - nonce) }, (_, index) => nonce + index)
    .filter((one) => !uses.has(one))
    // Nodes may have pruned some of them: these must not keep the others from their turn.
    .toSorted((one, other) => (misses.get(one) ?? 0) - (misses.get(other) ?? 0))
  for (const one of open.slice(0, TRACED_AT_ONCE)) {
    const use = await chain.nonceUse(from, one, [])
    const found = use && (await readNativeArrival(chain, group[0], use.hash))
    if (found) uses.set(one, found)
    else misses.set(one, (misses.get(one) ?? 0) + 1)
  }
  return [...uses.values()].map(({ arrival }) => arrival).filter((one) => one !== null)
}

/** Reads the native coins that one transaction of the account sent to the paid address; null if not enough nodes show it. */
export async function readNativeArrival(
  chain: Chain,
  { from, terms }: Pick<ExternalPayment, 'from' | 'terms'>,
  hash: Hash,
): Promise<NativeUse | null> {
  const sent = await chain.sent(from, hash)
  if (!sent?.effect) return null
  const { block, effect } = sent
  const { native } = effect
  if (native === null || !isAddressEqual(native.to, terms.payment.recipient)) return { arrival: null, block }
  const at = await chain.blockTime(block.number)
  return {
    arrival: {
      hash: sent.hash,
      ordinal: 0,
      token: null,
      from,
      units: native.units,
      block: block.number,
      at,
      isProven: true,
    },
    block,
  }
}
