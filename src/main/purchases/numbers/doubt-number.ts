import { isOneSlipAway, isSameNumber } from './is-one-slip-away.ts'

/** A phone number that something was delivered to: its digits, and the brands of its top-ups, newest first. */
export interface KnownNumber {
  readonly digits: string
  /** As it was sent. */
  readonly reference: string
  readonly deliveries: number
  readonly topUps: readonly { readonly slug: string; readonly name: string }[]
}

/** Why a valid number is probably not the one that is meant. */
export type NumberDoubt =
  /** It is one slip away from a number with that many deliveries. */
  | { readonly reason: 'similar-number'; readonly known: string; readonly times: number }
  /** Its last two top-ups were of another brand. */
  | { readonly reason: 'other-brand'; readonly brand: string }

/** One delivery may have been a mistake itself. */
const USUAL = 2

/**
 * Returns why a number is probably not the one that is meant, by the numbers of earlier deliveries; null if nothing says so. `topUp` is the
 * slug of the brand to top it up with, or null for another product.
 */
export function doubtNumber(digits: string, topUp: string | null, known: readonly KnownNumber[]): NumberDoubt | null {
  const own = known.find((one) => isSameNumber(one.digits, digits))
  if (own !== undefined && own.deliveries >= USUAL) return topUp === null ? null : doubtBrand(own, topUp)
  const [similar] = known
    .filter((one) => one.deliveries >= USUAL && isOneSlipAway(one.digits, digits))
    .toSorted((one, other) => other.deliveries - one.deliveries)
  return similar === undefined
    ? null
    : { reason: 'similar-number', known: similar.reference, times: similar.deliveries }
}

function doubtBrand({ topUps }: KnownNumber, slug: string): NumberDoubt | null {
  const [last, before] = topUps
  if (last === undefined || before === undefined || last.slug !== before.slug || last.slug === slug) return null
  return { reason: 'other-brand', brand: last.name }
}
