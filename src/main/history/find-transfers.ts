import { isAddressEqual, type Address } from 'viem'
import type { Chain, TokenTransfer } from '../chain/chain.ts'
import { searchBlocks, type BlockSearch } from './search-blocks.ts'
import type { ListedToken } from '../engine/current-service.ts'

export type FoundTransfer = TokenTransfer & { readonly of: ListedToken }

/**
 * Finds every transfer of the watched tokens from the account in the blocks up to `last`. Throws AppError if the network does not answer.
 */
export async function findTransfers(
  {
    chain,
    tokens,
    place,
  }: {
    readonly chain: Pick<Chain, 'transfersFrom'>
    readonly tokens: readonly ListedToken[]
    readonly place: { readonly address: Address }
  },
  last: bigint,
  search: BlockSearch<FoundTransfer>,
): Promise<readonly FoundTransfer[]> {
  if (tokens.length === 0) return []
  const addresses = tokens.map(({ address }) => address)
  return searchBlocks(search, last, async (from, to) => {
    const transfers = await chain.transfersFrom(addresses, place.address, from, to)
    return transfers.flatMap((transfer) => {
      const of = tokens.find(({ address }) => isAddressEqual(address, transfer.token))
      return of ? [{ ...transfer, of }] : []
    })
  })
}
