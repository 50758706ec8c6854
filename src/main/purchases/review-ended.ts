import { toAppError } from '../../shared/errors.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { findEndedBySpend, listEndedGroups, type SpendGroup } from './ended-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { reviewedSince, takeBack } from './take-back.ts'

const MINUTE = 60_000
/** A start does what is urgent first. */
const FIRST_MS = 2 * MINUTE
const EACH_MS = 12 * 60 * MINUTE
const AFTER_ERROR_MS = 60 * MINUTE
const PAGE_SIZE = 100

/** Reads now and then what became of purchases that were delivered and have ended. */
export interface EndedReview {
  start(): void
  stop(): void
}

/** Creates the review; `onOpened` is called for each purchase that the service failed after all. */
export function createEndedReview(
  context: PurchaseContext,
  signal: AbortSignal,
  onOpened: (id: string) => void,
): EndedReview {
  let cancel: (() => void) | null = null

  function next(ms: number): void {
    if (!signal.aborted) cancel = context.timer(ms, () => void review().then(next))
  }

  async function review(): Promise<number> {
    try {
      for (const group of listEndedGroups(context.ledger, reviewedSince(context))) await reviewGroup(group)
      return EACH_MS
    } catch (error) {
      if (isDiskError(error)) context.onDiskError(error)
      else if (toAppError(error).code === 'internal') context.onUnforeseen(error, 'the review of ended purchases')
      return AFTER_ERROR_MS
    }
  }

  /** The newest pages, for as long as one holds a purchase that is still reviewed. */
  async function reviewGroup(group: SpendGroup): Promise<void> {
    const service = context.service(group.profileId)
    if (service === null) return
    for (let page = 1; !signal.aborted; page++) {
      const { transactions, totalPages } = await service.client.listTransactions({
        ...{ address: group.from, page, pageSize: PAGE_SIZE, signal },
      })
      const ids = transactions.map(({ id }) => id)
      const reviewed = findEndedBySpend(context.ledger, group, ids, reviewedSince(context))
      for (const id of takeBack(context, group, transactions)) onOpened(id)
      const isLast = totalPages === null ? transactions.length < PAGE_SIZE : page >= totalPages
      if (isLast || reviewed.size === 0) return
    }
  }

  return {
    start: () => next(FIRST_MS),
    stop: () => cancel?.(),
  }
}
