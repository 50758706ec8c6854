import { setImmediate as turn } from 'node:timers/promises'
import type { RequestArgument } from '../../shared/contract.ts'
import { personStatus } from '../../shared/purchases/state.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { correctWord } from '../../shared/search/correct-word.ts'
import { fold } from '../../shared/search/fold.ts'
import type { ReadableDb } from '../db/connections.ts'
import { noteSearch } from '../notes/sealed-note.ts'
import { readDeliveryOrNull } from './delivery.ts'
import { listPurchases, purchaseRows } from './list-purchases.ts'
import { readSearched, type Searched } from './list-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'

/** A page of purchases; `searched` is the text with its typing errors corrected, if nothing matches it as it is. */
export interface FoundPurchases {
  readonly purchases: PurchaseRowView[]
  readonly total: number
  readonly searched: string | null
}

type Wanted = Pick<RequestArgument<'purchases.list'>, 'text' | 'status'>

/** Purchases that are read and opened at a time, so that main answers in between. */
const AT_ONCE = 100

/** Returns a page of the purchases that match; if none does, of those that match the text with its typing errors corrected. */
export async function searchPurchases(
  context: PurchaseContext,
  { text, status, ...page }: RequestArgument<'purchases.list'>,
): Promise<FoundPurchases> {
  if (text.trim() === '') return { ...listPurchases(context, { status, ...page }), searched: null }
  const found = await matchPurchases(context, { text, status })
  if (found.length > 0) return { ...pageOf(context, found, page), searched: null }
  const searched = await correctedIn(context, text)
  const corrected = searched === text ? [] : await matchPurchases(context, { text: searched, status })
  return { ...pageOf(context, corrected, page), searched: corrected.length === 0 ? null : searched }
}

/**
 * Returns the ids of the purchases that have every word, newest first. Searches product, country, SKU, notes, the sealed delivery, and with
 * `byHash` hashes and the service's own id; without it only that id as a whole, which nobody guesses part by part.
 */
export async function matchPurchases(
  context: PurchaseContext,
  { text, status }: Wanted,
  byHash = true,
): Promise<string[]> {
  const words = fold(text.trim()).split(/\s+/).filter(Boolean)
  const noteOf = noteSearch(context)
  // Many purchases are of the same product.
  const products = new Map<string, string>()
  function foldProduct(product: string): string {
    const folded = products.get(product) ?? fold(product)
    products.set(product, folded)
    return folded
  }
  const found: string[] = []
  for await (const one of everyPurchase(context.ledger)) {
    if (status !== null && personStatus(one.state) !== status) continue
    const { id, hashes, transactionId } = one
    const numbers = byHash ? `${hashes} ${transactionId}` : words.includes(transactionId) ? transactionId : ''
    const texts = [
      () => foldProduct(one.text),
      () => numbers,
      () => fold(noteOf(id)),
      () => fold(openDelivery(context, one)),
    ]
    if (holdsAll(words, texts)) found.push(id)
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

/** Reads all purchases, newest first, and lets main answer after some of them. */
async function* everyPurchase(ledger: ReadableDb): AsyncGenerator<Searched> {
  let last: Searched | undefined
  do {
    if (last !== undefined) await turn()
    const page = readSearched(ledger, last ?? null, AT_ONCE)
    yield* page
    last = page.at(-1)
  } while (last !== undefined)
}

/** Returns whether the folded texts have every word; a sealed one is opened only if those before it cannot decide. */
function holdsAll(words: readonly string[], texts: readonly (() => string)[]): boolean {
  let missing = words
  for (const text of texts) {
    if (missing.length === 0) return true
    const searched = text()
    missing = missing.filter((word) => !searched.includes(word))
  }
  return missing.length === 0
}

function openDelivery(context: PurchaseContext, { id, sealedDelivery }: Searched): string {
  const delivery = readDeliveryOrNull(context, id, sealedDelivery)
  return delivery === null ? '' : [delivery.reference, ...delivery.fields.map(({ value }) => value)].join(' ')
}

/** Returns `text` with each word that no product has replaced by the most similar one. Recipients stay sealed, and are not corrected. */
async function correctedIn({ ledger }: PurchaseContext, text: string): Promise<string> {
  const texts = new Set<string>()
  for await (const one of everyPurchase(ledger)) texts.add(one.text)
  const folded = [...texts].map(fold)
  const words = [...texts].flatMap((one) => one.match(/\p{L}+/gu) ?? [])
  const wordOf = new Map(words.map((word) => [fold(word), word]))
  const isKnown = (word: string): boolean => folded.some((one) => one.includes(fold(word)))
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((word) => {
      const isName = /^\p{L}+$/u.test(word) && !isKnown(word)
      const [meant = word] = isName ? correctWord(fold(word), wordOf.keys()) : []
      return wordOf.get(meant) ?? word
    })
    .join(' ')
}
