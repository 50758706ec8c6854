import { createReview, reviewedSince, undoneSince, type Review } from '../../engine/single-steps/review.ts'
import { listEndedUndone } from '../../engine/steps/step-repository.ts'
import type { ListedTransaction } from '../../service/operations/list-transactions.ts'
import { hasMadeSince, listEndedGroups, type SpendGroup } from './ended-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { readSoundPurchase } from '../purchase-repository.ts'
import { revivePurchase } from './revive-purchase.ts'
import { reopenPurchases } from './reopen-purchases.ts'

/** A purchase of the last hour was read recently. */
const JUST_READ_MS = 60 * 60_000

/**
 * Creates the review of settled purchases: delivered, or unpaid. Calls `onOpened` for each purchase that the service failed, or that turns
 * out to be paid.
 */
export function createEndedReview(
  context: PurchaseContext,
  signal: AbortSignal,
  onOpened: (id: string) => void,
): Review {
  async function reviewUnpaid(id: string): Promise<void> {
    const record = readSoundPurchase(context.ledger, id)
    if (record !== null && (await revivePurchase(context, record))) onOpened(id)
  }

  /** A whole page may be of purchases that are open, failed or another machine's: those before them are still reviewed. */
  function isFromReviewed(group: SpendGroup, rows: readonly ListedTransaction[]): boolean {
    const since = reviewedSince(context)
    const ids = rows.map(({ id }) => id)
    return rows.some(({ created }) => Date.parse(created) > since) || hasMadeSince(context.ledger, group, ids, since)
  }

  /** Reads the newest pages as long as one has a purchase that is not older than those still reviewed. */
  async function reviewGroup(group: SpendGroup): Promise<void> {
    const service = context.service(group.profileId)
    if (service === null) return
    const { pageSize } = service.profile
    const known = new Set<string>()
    for (let page = 1; !signal.aborted; page++) {
      const { transactions, totalPages } = await service.client.listTransactions({
        address: group.from,
        page,
        pageSize,
        signal,
      })
      // Some services answer every page with the newest.
      const isNew = transactions.some(({ id }) => !known.has(id))
      for (const { id } of transactions) known.add(id)
      for (const id of reopenPurchases(context, group, transactions)) onOpened(id)
      const isLast = totalPages === null ? transactions.length < pageSize : page >= totalPages
      if (isLast || !isNew || !isFromReviewed(group, transactions)) return
    }
  }

  return createReview(context, {
    what: 'review of ended purchases',
    list() {
      return [
        ...listEndedUndone(context.ledger, 'pay', undoneSince(context)).map((id) => () => reviewUnpaid(id)),
        ...listEndedGroups(context.ledger, reviewedSince(context), context.now() - JUST_READ_MS).map(
          (group) => () => reviewGroup(group),
        ),
      ]
    },
  })
}
