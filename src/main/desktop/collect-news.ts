import type { PersonStatus } from '../../shared/purchases/state.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import type { Arrival } from './find-arrivals.ts'
import { newsOfStatus, type News } from './to-notifications.ts'

/** A question that waits for the person. */
export interface OpenQuestion {
  /** The same as long as it is the same question. */
  readonly key: string
  /** The purchase it is about; null if it is about something else. */
  readonly purchaseId: string | null
}

export interface NewsSources {
  readonly monotonic: () => number
  readonly questions: () => readonly OpenQuestion[]
  /** The status of every unfinished purchase, by id. */
  readonly statuses: () => Map<string, PersonStatus>
  readonly row: (purchaseId: string) => PurchaseRowView | null
}

/** Collects what happens until it is taken. */
export interface NewsCollector {
  /** Takes the present state as known. */
  start(): void
  purchaseChanged(row: PurchaseRowView): void
  coinsArrived(arrivals: readonly Arrival[]): void
  /** Takes purchases that are due to be made again. */
  fellDue(purchases: readonly PurchaseRowView[]): void
  /** Returns everything that happened since the last call. */
  take(): News[]
  countQuestions(): number
}

/** A balance that rises this soon after a refund rises by it. */
const REFUND_MS = 15 * 60_000

/** Creates a collector that knows nothing before it is started. */
export function createNewsCollector({ monotonic, questions, statuses, row }: NewsSources): NewsCollector {
  let known = new Map<string, PersonStatus>()
  let asked: readonly OpenQuestion[] = []
  let news: News[] = []
  let refundedAt = -Infinity

  return {
    start() {
      known = statuses()
      asked = questions()
    },
    purchaseChanged(purchase) {
      const found = newsOfStatus(known.get(purchase.id), purchase)
      known.set(purchase.id, purchase.status)
      if (found?.kind === 'refunded') refundedAt = monotonic()
      if (found !== null) news.push(found)
    },
    coinsArrived(arrivals) {
      if (monotonic() - refundedAt < REFUND_MS) return
      news.push(...arrivals.map((arrival) => ({ kind: 'arrived', arrival }) as const))
    },
    fellDue(purchases) {
      news.push(...purchases.map((purchase) => ({ kind: 'due', purchase }) as const))
    },
    take() {
      const before = new Set(asked.map(({ key }) => key))
      asked = questions()
      const found: News[] = asked
        .filter(({ key }) => !before.has(key))
        .map(({ purchaseId }) => ({ kind: 'question', purchase: purchaseId === null ? null : row(purchaseId) }))
      const taken = [...news, ...found]
      news = []
      return taken
    },
    countQuestions: () => asked.length,
  }
}
