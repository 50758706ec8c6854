import { AppError } from '../../shared/errors.ts'
import type { BudgetView } from '../../shared/services/views.ts'
import type { ExchangeBudget } from '../service/exchange/exchange.ts'

/** The limit according to the last answer that named one. */
export interface NamedLimit {
  readonly hourly: number | null
  readonly left: number | null
}

/** A budget of a few requests in total. */
export interface CountedBudget extends ExchangeBudget {
  /** Returns the number of requests sent so far. */
  used(): number
  named(): NamedLimit
}

const unlimited: BudgetView = { limit: 0, used: 0, left: 0, refillsAt: null, waitingUntil: null }

/**
 * Creates a budget of `most` requests, also counted in the hour's budget if there is one; throws `service-budget-spent` with the budget
 * `check` after them.
 */
export function countRequests(most: number, hour: ExchangeBudget | null, now: () => number): CountedBudget {
  let used = 0
  let named: NamedLimit = { hourly: null, left: null }
  let waitingUntil: string | null = null
  return {
    take(requestClass, owner) {
      if (used >= most)
        throw new AppError('service-budget-spent', 'The requests of this check are used up', {
          details: { budget: 'check' },
        })
      const receipt = hour?.take(requestClass, owner) ?? 0
      used += 1
      return receipt
    },
    returnRequest(receipt) {
      used -= 1
      hour?.returnRequest(receipt)
    },
    limited(retryAfterMs) {
      waitingUntil = retryAfterMs === null ? null : new Date(now() + retryAfterMs).toISOString()
      hour?.limited(retryAfterMs)
    },
    answered(remaining, hourlyLimit) {
      named = { hourly: hourlyLimit ?? named.hourly, left: remaining ?? named.left }
      hour?.answered(remaining, hourlyLimit)
    },
    view: () => hour?.view() ?? { ...unlimited, waitingUntil },
    used: () => used,
    named: () => named,
  }
}
