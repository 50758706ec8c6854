import type { AppError } from '../../shared/errors.ts'
import type { PurchaseView } from '../../shared/views.ts'
import type { PurchaseRecord } from './purchase-record.ts'

/** When a purchase is looked at next, in this process only, and what it waits for; times by the monotonic clock. */
export interface Pace {
  chainAt: number
  serviceAt: number
  /** Service requests in a row that brought nothing. */
  tries: number
  wait: { readonly what: NonNullable<PurchaseView['waitingFor']>['what']; readonly untilEpoch: number | null } | null
}

const SECOND = 1000
const retryDelays = [3, 5, 10, 30, 60, 120, 300].map((seconds) => seconds * SECOND)
const trackDelays = [4, 8, 15, 30, 60, 120, 300, 600].map((seconds) => seconds * SECOND)

/** A purchase's pace when it is first taken up: at once. */
export function freshPace(now: number): Pace {
  return { chainAt: now, serviceAt: now, tries: 0, wait: null }
}

/** Milliseconds until the chain is asked again: quick while a payment is young, patient later. */
export function chainDelay(record: PurchaseRecord, epochNow: number): number {
  const age = epochNow - record.createdAt
  if (record.state.payment === 'confirmed') return age < 120 * SECOND ? 3 * SECOND : 30 * SECOND
  if (age < 60 * SECOND) return SECOND
  return age < 600 * SECOND ? 3 * SECOND : 15 * SECOND
}

/** Milliseconds until a failed request to the service is worth another one; what the service or the budget named counts. */
export function retryDelay(error: AppError, tries: number, epochNow: number): number {
  const until = error.details?.until
  if (typeof until === 'number' && until > epochNow) return until - epochNow + 250
  return retryDelays[Math.min(tries, retryDelays.length - 1)] ?? SECOND
}

/** Milliseconds until a spend that was still on its way is read again. */
export function trackDelay(tries: number): number {
  return trackDelays[Math.min(tries, trackDelays.length - 1)] ?? SECOND
}

/** What a person is told a purchase waits for after `error`, and until when if that is known. */
export function waitAfter(error: AppError): NonNullable<Pace['wait']> {
  const until = typeof error.details?.until === 'number' ? error.details.until : null
  if (error.code === 'service-rate-limited' || error.code === 'service-budget-spent') {
    return { what: 'budget', untilEpoch: until }
  }
  const lost = error.code === 'offline' || error.code === 'network-unreachable' || error.code === 'service-timeout'
  return { what: lost ? 'connection' : 'service', untilEpoch: until }
}
