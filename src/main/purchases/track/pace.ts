import type { AppError } from '../../../shared/errors.ts'
import type { SendRefusal } from '../../../shared/purchases/state.ts'
import type { PurchaseView } from '../../../shared/purchases/views.ts'
import { isConnectionError } from '../../engine/is-connection-error.ts'

/** What a purchase waits for, and until when (epoch milliseconds), if known. */
export interface Wait {
  readonly what: NonNullable<PurchaseView['waitingFor']>['what']
  readonly untilEpoch: number | null
  /** Why all nodes refuse the payment, if they give a reason. */
  readonly refusal?: SendRefusal | undefined
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Milliseconds until a list with unreadable rows is read again. */
export const UNDECIDED_MS = 30 * MINUTE

const retryDelays = [3, 5, 10, 30, 60, 120, 300].map((seconds) => seconds * SECOND)
/** The growing pauses before a list that lacks a payment is read again. */
const absenceDelays = [4, 8, 15, 30, 60, 120, 300, 600].map((seconds) => seconds * SECOND)
/** A delivery within five minutes is noticed within one; if few requests are left, reads are spaced anyway. */
const trackDelays = [4, 8, 15, 30, 60, 60, 60, 60, 120, 300, 600].map((seconds) => seconds * SECOND)
/** A decided spend is still read occasionally while its purchase is open: any status may follow any other. */
const decidedDelays = [300, 600, 1800].map((seconds) => seconds * SECOND)

function nth(delays: readonly number[], tries: number): number {
  return delays[Math.min(tries, delays.length - 1)] ?? MINUTE
}

/** Returns the milliseconds until the next search for a refund, `waitedMs` after the purchase failed. */
export function refundDelay(waitedMs: number): number {
  if (waitedMs < 10 * MINUTE) return 5 * SECOND
  return waitedMs < 24 * 60 * MINUTE ? MINUTE : 10 * MINUTE
}

/** Returns the milliseconds until a failed request to the service is worth retrying; a delay set by the service or the budget wins. */
export function retryDelay(error: AppError, tries: number, epochNow: number): number {
  const until = error.details?.until
  if (typeof until === 'number' && until > epochNow) return until - epochNow + 250
  return nth(retryDelays, tries)
}

/** Returns the milliseconds until the next read of a spend that was unchanged `tries` times: the older its page of the list, the longer. */
export function trackDelay(tries: number, isDecided: boolean, page: number): number {
  return Math.max(nth(isDecided ? decidedDelays : trackDelays, tries), (page - 1) * MINUTE)
}

/** Returns the milliseconds between two reads of the whole list that check whether it lacks a payment. */
export function absenceDelay(tries: number): number {
  return nth(absenceDelays, tries)
}

/** Returns what a purchase waits for after `error`, as shown to the person, and until when, if known. */
export function waitAfter(error: AppError): Wait {
  const until = typeof error.details?.until === 'number' ? error.details.until : null
  if (error.code === 'service-rate-limited' || error.code === 'service-budget-spent') {
    return { what: 'budget', untilEpoch: until }
  }
  const isConnection = isConnectionError(error) && error.code !== 'service-timeout'
  return { what: isConnection ? 'connection' : 'service', untilEpoch: until }
}
