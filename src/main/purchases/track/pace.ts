import type { AppError } from '../../../shared/errors.ts'
import type { SendRefusal } from '../../../shared/purchases/state.ts'
import type { PurchaseView } from '../../../shared/purchases/views.ts'
import { isLost } from '../../engine/is-lost.ts'

/** What a purchase waits for, and until when (epoch milliseconds) if that is known. */
export interface Wait {
  readonly what: NonNullable<PurchaseView['waitingFor']>['what']
  readonly untilEpoch: number | null
  /** Why no node takes the payment, where they say why. */
  readonly refusal?: SendRefusal | undefined
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Milliseconds until a list is read again that holds rows nobody can read. */
export const UNDECIDED_MS = 30 * MINUTE

const retryDelays = [3, 5, 10, 30, 60, 120, 300].map((seconds) => seconds * SECOND)
/** A list that lacks a payment is read again ever more rarely. */
const absenceDelays = [4, 8, 15, 30, 60, 120, 300, 600].map((seconds) => seconds * SECOND)
/** A delivery that takes five minutes at most is seen within one; where requests are few, readings are spaced in any case. */
const trackDelays = [4, 8, 15, 30, 60, 60, 60, 60, 120, 300, 600].map((seconds) => seconds * SECOND)
/** A settled spend is still read now and then while its purchase is open: any status may follow any. */
const settledDelays = [300, 600, 1800].map((seconds) => seconds * SECOND)

function nth(delays: readonly number[], tries: number): number {
  return delays[Math.min(tries, delays.length - 1)] ?? MINUTE
}

/** Milliseconds until a refund is looked for again, `waitedMs` after the purchase failed. */
export function refundDelay(waitedMs: number): number {
  if (waitedMs < 10 * MINUTE) return 5 * SECOND
  return waitedMs < 24 * 60 * MINUTE ? MINUTE : 10 * MINUTE
}

/** Milliseconds until a failed request to the service is worth another one; what the service or the budget named counts. */
export function retryDelay(error: AppError, tries: number, epochNow: number): number {
  const until = error.details?.until
  if (typeof until === 'number' && until > epochNow) return until - epochNow + 250
  return nth(retryDelays, tries)
}

/** Milliseconds until a spend is read again that was `tries` times found as it was: the more rarely, the older its page of the list. */
export function trackDelay(tries: number, settled: boolean, page: number): number {
  return Math.max(nth(settled ? settledDelays : trackDelays, tries), (page - 1) * MINUTE)
}

/** Milliseconds between two readings of the whole list that are to tell whether a payment is missing from it. */
export function absenceDelay(tries: number): number {
  return nth(absenceDelays, tries)
}

/** What a person is told a purchase waits for after `error`, and until when if that is known. */
export function waitAfter(error: AppError): Wait {
  const until = typeof error.details?.until === 'number' ? error.details.until : null
  if (error.code === 'service-rate-limited' || error.code === 'service-budget-spent') {
    return { what: 'budget', untilEpoch: until }
  }
  const isConnection = isLost(error) && error.code !== 'service-timeout'
  return { what: isConnection ? 'connection' : 'service', untilEpoch: until }
}
