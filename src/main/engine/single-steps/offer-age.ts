import type { Clocks } from '../spend-context.ts'

/** The time of an offer in milliseconds, by the process's monotonic clock and by the system clock. */
export interface OfferTime {
  readonly madeAt: number
  readonly madeAtEpoch: number
}

/** The default lifetime of an offer, in milliseconds. */
export const OFFER_GOOD_FOR_MS = 60_000

/** Reads both clocks for an offer made now. */
export function readOfferTime({ monotonic, now }: Clocks): OfferTime {
  return { madeAt: monotonic(), madeAtEpoch: now() }
}

/** Returns whether an offer may still be accepted. While a machine sleeps, one of its clocks may stand still. */
export function isOfferFresh(
  { monotonic, now }: Clocks,
  { madeAt, madeAtEpoch }: OfferTime,
  goodForMs = OFFER_GOOD_FOR_MS,
): boolean {
  const age = monotonic() - madeAt
  return age >= 0 && age <= goodForMs && now() - madeAtEpoch <= goodForMs
}
