import { isAddressEqual, type Address } from 'viem'
import type { Chain, TokenTransfer } from '../chain/chain.ts'

/** Blocks that are asked for at once; a node that takes fewer is asked for fewer. */
const BLOCKS_AT_ONCE = 10_000n

/** A token whose transfers out of the account are looked for. */
export interface WatchedToken {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

export type FoundTransfer = TokenTransfer & { readonly of: WatchedToken }

/** The next block to be searched, from the first on: a node that stops answering in the middle does not have it begin anew. */
export interface TransferSearch {
  next: bigint | null
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
  let from = search.next ?? 0n
  while (from <= last) {
    const to = from + BLOCKS_AT_ONCE - 1n < last ? from + BLOCKS_AT_ONCE - 1n : last
    for (const transfer of await chain.transfersFrom(addresses, place.address, from, to)) {
      const of = tokens.find(({ address }) => isAddressEqual(address, transfer.token))
      if (of) search.found.push({ ...transfer, of })
    }
    search.next = from = to + 1n
  }
  return search.found
}
