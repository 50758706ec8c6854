import type { RequestArgument } from '../../shared/contract.ts'
import { fromUnits } from '../../shared/money.ts'
import { fold } from '../../shared/search/fold.ts'
import { noteSearch } from '../notes/sealed-note.ts'
import { readName } from './sealed-name.ts'
import { listTransfers, type TransferRecord } from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'

/**
 * Returns a page of the transfers, newest first, that have every word in their recipient, its name at that time, coin, amount, network,
 * hash or note, with or without accents. Sealed texts are opened in memory.
 */
export function searchTransfers(
  context: Pick<TransfersContext, 'ledger' | 'sealer'>,
  { text, offset, limit }: RequestArgument<'transfers.list'>,
): { readonly transfers: TransferRecord[]; readonly total: number } {
  const terms = fold(text.trim()).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return listTransfers(context.ledger, { offset, limit })
  const noteOf = noteSearch(context)
  const all = listTransfers(context.ledger, { offset: 0, limit: Number.MAX_SAFE_INTEGER }).transfers
  const found = all.filter((one) => {
    const { id, recipient, sealedName, coin, units, network, step } = one
    const name = sealedName && readName(context, id, sealedName)
    const hashes = step.signed.map(({ hash }) => hash)
    const words = [recipient, name, coin.symbol, fromUnits(units, coin.decimals), network.name, ...hashes]
    const searched = fold([...words, noteOf(id)].join(' '))
    return terms.every((term) => searched.includes(term))
  })
  return { transfers: found.slice(offset, offset + limit), total: found.length }
}
