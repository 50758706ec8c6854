import { getAddress, isAddressEqual } from 'viem'
import { AppError } from '../../shared/errors.ts'
import type { Chain } from '../chain/chain.ts'
import { isStillChain } from '../chain/is-still-chain.ts'
import { greatest } from '../chain/nodes/agree/agree.ts'
import { numberTransfers, type NumberedTransfer } from '../chain/read/logs/number-transfers.ts'
import type { WritableDb } from '../db/connections.ts'
import type { ListedToken } from '../engine/current-service.ts'
import { firstBlock } from './first-block.ts'
import {
  hasReceived,
  readSearch,
  writeReceived,
  writeSearch,
  type ReceivedSearch,
  type ReceivedTransfer,
  type ReceivingPlace,
} from './received-repository.ts'
import { searchBlocks, type BlockSearch } from './search-blocks.ts'

export interface RecordingReceived {
  readonly ledger: WritableDb
  readonly chain: Pick<Chain, 'chainId' | 'head' | 'finalized' | 'transfersTo' | 'blockTime' | 'isUnchanged' | 'nodes'>
  readonly place: ReceivingPlace
  readonly networkName: string
  readonly tokens: readonly ListedToken[]
  /** Remembers how many blocks the nodes answer in time. */
  readonly search: BlockSearch<never>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Whether a search changed what is recorded, or made some of it final, and the newest block it read. */
export interface RecordedReceived {
  readonly changed: boolean
  readonly head: bigint
  readonly finalized: bigint
}

/** A longer time without a search begins a week back. */
const LONG_AGO_BLOCKS = 100_000n
/** Read again in every search: nodes that lost their logs for some minutes returned fewer without an error. */
const READ_AGAIN_BLOCKS = 500n

/**
 * Records the token transfers to an account from elsewhere, from where the last search ended to the newest block; the first one only marks
 * where to begin. Blocks that are not final are searched again, and so are the last final ones. Throws AppError if the network does not
 * answer.
 */
export async function recordReceived(one: RecordingReceived): Promise<RecordedReceived> {
  const { ledger, chain, place, search } = one
  const nodes = chain.nodes()
  const [head, finalized] = [await chain.head(), await chain.finalized()]
  const { first, next } = await searchedBefore(one, finalized, nodes)
  writeSearch(ledger, place, { first, next })
  let changed = false
  search.next = greatest([first, next - READ_AGAIN_BLOCKS])
  await searchBlocks(search, head, async (from, to) => {
    const found = await withTimes(one, await readBlocks(one, from, to))
    const end = greatest([next, (to < finalized ? to : finalized) + 1n])
    ledger.transaction(() => {
      // What was final does not go because a node lacks it now.
      if (writeReceived(ledger, place, { from: greatest([from, next]), to }, found)) changed = true
      writeSearch(ledger, place, { first, next: end })
    })()
    if (hasReceived(ledger, place, { from: next, to: end - 1n })) changed = true
    return []
  })
  return { changed, head, finalized }
}

async function searchedBefore(
  { ledger, chain, place }: RecordingReceived,
  finalized: bigint,
  nodes: ReturnType<Chain['nodes']>,
): Promise<ReceivedSearch> {
  const stored = readSearch(ledger, place)
  const isFar = stored === null || finalized - stored.next > READ_AGAIN_BLOCKS
  if (isFar && !(await isStillChain(chain, nodes))) {
    throw new AppError('network-mismatch', 'The network is of another chain now')
  }
  const before = stored ?? { first: finalized + 1n, next: finalized + 1n }
  if (finalized - before.next < LONG_AGO_BLOCKS) return before
  const weekBack = await firstBlock(chain, null, finalized)
  return before.next > weekBack ? before : { first: weekBack, next: weekBack }
}

type Named = NumberedTransfer & { readonly of: ListedToken }

/** Returns the tokens' transfers from other accounts, as most nodes list them. */
async function readBlocks(
  { chain, tokens, place: { address } }: RecordingReceived,
  from: bigint,
  to: bigint,
): Promise<Named[]> {
  const listed = tokens.map((token) => token.address)
  const transfers = await chain.transfersTo(listed, address, from, to)
  const proven = transfers.filter(({ isProven }) => isProven)
  // Numbered by token, as a search for refunds numbers them.
  return tokens.flatMap((of) =>
    numberTransfers(proven.filter(({ token }) => isAddressEqual(token, of.address)))
      .filter(({ from: sender, units }) => units > 0n && !isAddressEqual(sender, address))
      .map((transfer) => ({ ...transfer, of })),
  )
}

async function withTimes(
  { chain, networkName, now }: RecordingReceived,
  transfers: readonly Named[],
): Promise<ReceivedTransfer[]> {
  const times = new Map<bigint, number>()
  for (const { blockNumber } of transfers) {
    if (!times.has(blockNumber)) times.set(blockNumber, await chain.blockTime(blockNumber).catch(now))
  }
  return transfers.map(({ hash, ordinal, units, from, blockNumber, of: { address, symbol, decimals } }) => ({
    hash,
    ordinal,
    units,
    from,
    blockNumber,
    networkName,
    token: getAddress(address),
    symbol,
    decimals,
    happenedAt: times.get(blockNumber) ?? now(),
  }))
}
