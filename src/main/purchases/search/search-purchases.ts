import type { RequestArgument } from '../../../shared/contract.ts'
import { personStatus } from '../../../shared/purchases/state.ts'
import type { PurchaseRowView } from '../../../shared/purchases/views.ts'
import { correctWord } from '../../../shared/search/correct-word.ts'
import { fold } from '../../../shared/search/fold.ts'
import { numberOf } from '../../../shared/search/number-words.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { inPieces } from '../../db/in-pieces.ts'
import { noteSearch } from '../../notes/sealed-note.ts'
import { readDeliveryOrNull } from '../delivery.ts'
import { listPurchases, purchaseRows } from '../list-purchases.ts'
import { readSearched, type Searched } from '../list-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { recentDay } from './day-words.ts'
import { isMonth, loadMonths } from './date-words.ts'
import { matchPurchase, type Reach } from './match-purchase.ts'
import { isPurchaseWord } from './purchase-words.ts'

/** A page of purchases; `searched` is the text with its typing errors corrected, if nothing matches it as it is. */
export interface FoundPurchases {
  readonly purchases: PurchaseRowView[]
  readonly total: number
  readonly searched: string | null
}

const everyPurchase = (ledger: ReadableDb): AsyncGenerator<Searched> =>
  inPieces((last, limit) => readSearched(ledger, last, limit))

type Wanted = Pick<RequestArgument<'purchases.list'>, 'text' | 'status'>

/**
 * Returns a page of the purchases that match; if none does, of those that cost a typed number in the person's money without its cents, else
 * of those that match the text with its typing errors corrected.
 */
export async function searchPurchases(
  context: PurchaseContext,
  { text, status, ...page }: RequestArgument<'purchases.list'>,
  people: Reach['people'] = [],
): Promise<FoundPurchases> {
  if (text.trim() === '') return { ...listPurchases(context, { status, ...page }), searched: null }
  const reach = { isManager: true, people }
  const found = await matchPurchases(context, { text, status }, reach)
  if (found.length > 0) return { ...pageOf(context, found, page), searched: null }
  const inMoney = /\d/.test(text)
    ? await matchPurchases(context, { text, status }, { ...reach, hasBareMoney: true })
    : []
  if (inMoney.length > 0) return { ...pageOf(context, inMoney, page), searched: null }
  const searched = await correctedIn(context, text)
  const corrected = searched === text ? [] : await matchPurchases(context, { text: searched, status }, reach)
  return { ...pageOf(context, corrected, page), searched: corrected.length === 0 ? null : searched }
}

/**
 * Returns the ids of the purchases that have every word, newest first. Searches product, type, country, SKU, price, date, state, clerk,
 * notes, the sealed delivery, and for the manager costs, hashes and the service's own id; for a clerk only that id as a whole, which nobody
 * guesses part by part.
 */
export async function matchPurchases(
  context: PurchaseContext,
  { text, status }: Wanted,
  reach: Reach = { isManager: true, people: [] },
): Promise<string[]> {
  await loadMonths()
  const noteOf = noteSearch(context)
  const matches = matchPurchase(text, reach, context.now())
  const found: string[] = []
  for await (const one of everyPurchase(context.ledger)) {
    if (status !== null && personStatus(one.state) !== status) continue
    const { id, sealedDelivery } = one
    const sealed = { note: () => noteOf(id), delivery: () => readDeliveryOrNull(context, id, sealedDelivery) }
    if (matches(one, sealed)) found.push(id)
  }
  return found
}

function pageOf(
  context: PurchaseContext,
  ids: readonly string[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Omit<FoundPurchases, 'searched'> {
  return { purchases: purchaseRows(context, ids.slice(offset, offset + limit)), total: ids.length }
}

/** Returns `text` with each word that no product has replaced by the most similar one. Recipients stay sealed, and are not corrected. */
async function correctedIn({ ledger, now }: PurchaseContext, text: string): Promise<string> {
  const texts = new Set<string>()
  for await (const one of everyPurchase(ledger)) texts.add(one.text)
  const folded = [...texts].map(fold)
  const words = [...texts].flatMap((one) => one.match(/\p{L}+/gu) ?? [])
  const wordOf = new Map(words.map((word) => [fold(word), word]))
  const isKnown = (word: string): boolean =>
    isPurchaseWord(word) ||
    isMonth(word) ||
    numberOf(word) !== null ||
    recentDay(word, now()) !== null ||
    folded.some((one) => one.includes(word))
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word) => {
      const isName = /^\p{L}+$/u.test(word) && !isKnown(fold(word))
      const [meant = word] = isName ? correctWord(fold(word), wordOf.keys()) : []
      return wordOf.get(meant) ?? word
    })
    .join(' ')
}
