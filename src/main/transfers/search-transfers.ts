import type { RequestArgument } from '../../shared/contract.ts'
import { fromUnits } from '../../shared/money.ts'
import { fold } from '../../shared/search/fold.ts'
import { inPieces } from '../db/in-pieces.ts'
import { noteSearch } from '../notes/sealed-note.ts'
import { isOfDay } from '../purchases/search/date-words.ts'
import { isShownAs, readAmount } from '../purchases/search/typed-amount.ts'
import { readName } from './sealed-name.ts'
import {
  listTransfers,
  readSearchedTransfers,
  readSoundTransfers,
  type SearchedTransfer,
  type TransferRecord,
} from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'

type SearchContext = Pick<TransfersContext, 'ledger' | 'sealer'>

/**
 * Returns a page of the transfers, newest first, that have every word in their recipient, its name at that time, coin, amount, month,
 * network, hash or note, with or without accents. Sealed texts are opened in memory.
 */
export async function searchTransfers(
  context: SearchContext,
  { text, offset, limit }: RequestArgument<'transfers.list'>,
): Promise<{ readonly transfers: TransferRecord[]; readonly total: number }> {
  const { ledger } = context
  const terms = fold(text.trim()).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return listTransfers(ledger, { offset, limit })
  const noteOf = noteSearch(context)
  const found: string[] = []
  for await (const one of inPieces<SearchedTransfer>((last, limit) => readSearchedTransfers(ledger, last, limit)))
    if (hasAll(context, one, terms, noteOf)) found.push(one.id)
  return { transfers: readSoundTransfers(ledger, found.slice(offset, offset + limit)), total: found.length }
}

function hasAll(
  context: SearchContext,
  one: SearchedTransfer,
  terms: readonly string[],
  noteOf: (id: string) => string,
): boolean {
  const { id, recipient, name: sealedName, symbol, network, hashes } = one
  const amount = fromUnits(BigInt(one.units), one.decimals)
  const name = sealedName && readName(context, id, sealedName)
  const searched = fold([recipient, name, symbol, amount, network, hashes, noteOf(id)].join(' '))
  return terms.every(
    (term) => searched.includes(term) || isOfDay(one.created_at, term) || isAmount(term, amount, fold(symbol)),
  )
}

/** Returns whether a word is the amount, with or without its coin. */
function isAmount(term: string, amount: string, symbol: string): boolean {
  const typed = readAmount(term)
  return typed !== null && ['', symbol].includes(typed.mark) && typed.amounts.some((one) => isShownAs(one, amount))
}
