import type { RequestArgument } from '../../shared/contract.ts'
import { personStatus } from '../../shared/purchases/state.ts'
import { fold } from '../../shared/search/fold.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { noteSearch } from '../notes/sealed-note.ts'
import { readDeliveryOrNull } from './delivery.ts'
import { listStates, listSearchTexts, type Listed } from './list-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { countPurchases, listPurchaseIds, readSoundPurchase } from './purchase-repository.ts'
import { toPurchaseRow } from './purchase-view.ts'

/**
 * Returns a page of the history, newest first. Searches product, country, SKU, notes, the sealed delivery, and with `byHash` hashes and the service's
 * own id; without it only that id as a whole, which nobody guesses part by part.
 */
export function listPurchases(
  context: PurchaseContext,
  { text, status, offset, limit }: RequestArgument<'purchases.list'>,
  byHash = true,
): { purchases: PurchaseRowView[]; total: number } {
  const terms = fold(text.trim()).split(/\s+/).filter(Boolean)
  if (terms.length === 0 && status === null) {
    return {
      purchases: purchaseRows(context, listPurchaseIds(context.ledger, offset, limit)),
      total: countPurchases(context.ledger),
    }
  }
  const noteOf = terms.length === 0 ? () => '' : noteSearch(context)
  const found = (terms.length === 0 ? listStates(context.ledger) : listSearchTexts(context.ledger))
    .filter(({ state }) => status === null || personStatus(state) === status)
    .filter((one) => {
      const { text, hashes, transactionId } = one
      const numbers = byHash ? `${hashes} ${transactionId}` : terms.includes(transactionId) ? transactionId : ''
      return holdsAll(terms, [() => `${text} ${numbers}`, () => noteOf(one.id), () => openDelivery(context, one)])
    })
  return {
    purchases: purchaseRows(
      context,
      found.slice(offset, offset + limit).map(({ id }) => id),
    ),
    total: found.length,
  }
}

/** Returns whether the texts have every word; a sealed one is opened only if those before it cannot decide. */
function holdsAll(words: readonly string[], texts: readonly (() => string)[]): boolean {
  let missing = words
  for (const text of texts) {
    if (missing.length === 0) return true
    const folded = fold(text())
    missing = missing.filter((word) => !folded.includes(word))
  }
  return missing.length === 0
}

function openDelivery(context: PurchaseContext, { id, sealedDelivery }: Listed): string {
  const delivery = sealedDelivery === null ? null : readDeliveryOrNull(context, id, sealedDelivery)
  return delivery === null ? '' : [delivery.reference, ...delivery.fields.map(({ value }) => value)].join(' ')
}

/** Returns the rows of purchases, without damaged ones. */
export function purchaseRows(context: PurchaseContext, ids: readonly string[]): PurchaseRowView[] {
  return ids.flatMap((id) => {
    const record = readSoundPurchase(context.ledger, id)
    return record === null ? [] : [toPurchaseRow(record, readDeliveryOrNull(context, id))]
  })
}
