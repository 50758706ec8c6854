import type { Clocks } from './spend-context.ts'

/** When an offer was made, in milliseconds: by the process's monotonic clock and by the one on the wall. */
export interface OfferTime {
  readonly madeAt: number
  readonly madeAtEpoch: number
}

/** How long an offer may be agreed to where no profile says otherwise, in milliseconds. */
export const OFFER_GOOD_FOR_MS = 60_000

/** Reads both clocks for an offer that is made now. */
export function readOfferTime({ monotonic, now }: Clocks): OfferTime {
  return { madeAt: monotonic(), madeAtEpoch: now() }
}

/** Whether an offer may still be agreed to. A machine that slept may count the time by only one of its clocks. */
export function isOfferFresh(
  { monotonic, now }: Clocks,
  { madeAt, madeAtEpoch }: OfferTime,
  goodForMs = OFFER_GOOD_FOR_MS,
): boolean {
  const age = monotonic() - madeAt
  return age >= 0 && age <= goodForMs && now() - madeAtEpoch <= goodForMs
}
