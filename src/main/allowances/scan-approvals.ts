import type { Address } from 'viem'
import { toAppError, type ErrorCode } from '../../shared/errors.ts'
import type { Chain, TokenApproval } from '../chain/chain.ts'

/** The number of blocks that most nodes answer at once, and the range searched for approvals made elsewhere. */
const BLOCKS_AT_ONCE = 1_000n
const BLOCKS_BACK = 20_000n

export interface ScannedApprovals {
  readonly found: readonly TokenApproval[]
  /** Whether every block was searched. */
  readonly complete: boolean
  /** Why the network did not even return its newest block, or null. */
  readonly error: ErrorCode | null
}

/**
 * Finds the contracts that an account approved for any of `tokens`; a node that does not provide its logs shortens the search. Never
 * throws.
 */
export type ApprovalScanner = (
  chain: Chain,
  chainInstance: string,
  owner: Address,
  tokens: readonly Address[],
) => Promise<ScannedApprovals>

interface Scanned {
  /** The next block to search. */
  next: bigint
  /** Whether no block before `next` was skipped. */
  isWhole: boolean
  readonly found: Map<string, TokenApproval>
}

/** Creates a scanner that remembers, in this process, what it has searched. */
export function createApprovalScanner(): ApprovalScanner {
  const memory = new Map<string, Scanned>()

  return async (chain, chainInstance, owner, tokens) => {
    if (tokens.length === 0) return { found: [], complete: true, error: null }
    const key = JSON.stringify([chainInstance, owner, [...tokens].sort()])
    const scanned = memory.get(key) ?? { next: 0n, isWhole: true, found: new Map<string, TokenApproval>() }
    memory.set(key, scanned)
    const found = (): readonly TokenApproval[] => [...scanned.found.values()]
    try {
      const [head, finalized] = await Promise.all([chain.head(), chain.finalized()])
      const isThrough = await scan(chain, owner, tokens, scanned, head, finalized).catch(() => false)
      return { found: found(), complete: isThrough && scanned.isWhole, error: null }
    } catch (thrown) {
      return { found: found(), complete: false, error: toAppError(thrown).code }
    }
  }
}

async function scan(
  chain: Chain,
  owner: Address,
  tokens: readonly Address[],
  scanned: Scanned,
  head: bigint,
  finalized: bigint,
): Promise<true> {
  if (head - scanned.next > BLOCKS_BACK) {
    scanned.next = head - BLOCKS_BACK
    scanned.isWhole = false
  }
  for (let from = scanned.next; from <= head; from += BLOCKS_AT_ONCE) {
    const to = from + BLOCKS_AT_ONCE - 1n < head ? from + BLOCKS_AT_ONCE - 1n : head
    for (const { token, spender } of await chain.approvalsBy(tokens, owner, from, to)) {
      scanned.found.set(`${token} ${spender}`.toLowerCase(), { token, spender })
    }
    // Blocks that may be reorganized are searched again.
    if (to <= finalized) scanned.next = to + 1n
    else if (finalized >= from) scanned.next = finalized + 1n
  }
  return true
}
