import { isAddressEqual, type Address } from 'viem'
import type { Chain, TokenTransfer } from '../chain/chain.ts'
import { fewerBlocks, moreBlocks } from './block-windows.ts'

/** A token whose transfers out of the account are looked for. */
export interface WatchedToken {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

export type FoundTransfer = TokenTransfer & { readonly of: WatchedToken }

const MORE_AFTER = 10

/** Where a search stands: after a node stopped answering it resumes there. */
export interface TransferSearch {
  next: bigint | null
  /** Blocks that nodes answer in time. */
  size: bigint
  /** Answers in time since the last late one. */
  inTime: number
  readonly found: FoundTransfer[]
}

/** Finds every transfer of the watched tokens out of the account in the blocks up to `last`. AppError where the network does not answer. */
export async function findTransfers(
  {
    chain,
    tokens,
    place,
  }: {
    readonly chain: Pick<Chain, 'transfersFrom'>
    readonly tokens: readonly WatchedToken[]
    readonly place: { readonly address: Address }
  },
  last: bigint,
  search: TransferSearch,
): Promise<readonly FoundTransfer[]> {
  if (tokens.length === 0) return []
  const addresses = tokens.map(({ address }) => address)
  for (let from = search.next ?? 0n; from <= last; from = search.next) {
    const to = from + search.size - 1n < last ? from + search.size - 1n : last
    const transfers = await chain.transfersFrom(addresses, place.address, from, to).catch((error: unknown) => {
      Object.assign(search, { size: fewerBlocks(search.size), inTime: 0 })
      throw error
    })
    for (const transfer of transfers) {
      const of = tokens.find(({ address }) => isAddressEqual(address, transfer.token))
      if (of) search.found.push({ ...transfer, of })
    }
    search.next = to + 1n
    // It may have been the connection that failed.
    if (++search.inTime % MORE_AFTER === 0) search.size = moreBlocks(search.size)
  }
  return search.found
}
