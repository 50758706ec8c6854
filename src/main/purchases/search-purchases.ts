import type { RequestArgument } from '../../shared/contract.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { correctWord } from '../../shared/search/correct-word.ts'
import { fold } from '../../shared/search/fold.ts'
import { listPurchases } from './list-purchases.ts'
import { listSearchTexts } from './list-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'

/** A page of purchases; `searched` is the text with its typing errors corrected, if nothing matches it as it is. */
export interface FoundPurchases {
  readonly purchases: PurchaseRowView[]
  readonly total: number
  readonly searched: string | null
}

/** Returns a page of the purchases that match; if none does, of those that match the text with its typing errors corrected. */
export function searchPurchases(context: PurchaseContext, input: RequestArgument<'purchases.list'>): FoundPurchases {
  const found = listPurchases(context, input)
  const searched = found.total === 0 && input.text.trim() !== '' ? correctedIn(context, input.text) : input.text
  if (searched === input.text) return { ...found, searched: null }
  const corrected = listPurchases(context, { ...input, text: searched })
  return corrected.total === 0 ? { ...found, searched: null } : { ...corrected, searched }
}

/** Returns `text` with each word that no product has replaced by the most similar one. Recipients stay sealed, and are not corrected. */
function correctedIn({ ledger }: PurchaseContext, text: string): string {
  const texts = listSearchTexts(ledger).map((one) => one.text)
  const words = texts.flatMap((one) => one.match(/\p{L}+/gu) ?? [])
  const wordOf = new Map(words.map((word) => [fold(word), word]))
  const isKnown = (word: string): boolean => texts.some((one) => fold(one).includes(fold(word)))
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
