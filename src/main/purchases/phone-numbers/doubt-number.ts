import { findSlip } from '../../../shared/checkout/find-slip.ts'
import { isSameNumber, type WrittenNumber } from './written-number.ts'

/** A phone number that something was delivered to, or that is saved, with the brands of its top-ups, newest first. */
export interface KnownNumber extends WrittenNumber {
  /** The name of the person who has it; null if nobody saved it. */
  readonly name: string | null
  readonly deliveries: number
  readonly topUps: readonly { readonly slug: string; readonly name: string }[]
}

/** Why a valid number is probably not the one that is meant. */
export type NumberDoubt =
  /** It is one slip away from a saved number, or from one with that many deliveries. */
  | { readonly reason: 'similar-number'; readonly known: string; readonly name: string | null; readonly times: number }
  /** Its last two top-ups were of another brand. */
  | { readonly reason: 'other-brand'; readonly brand: string; readonly slug: string }

/** One delivery may have been a mistake itself, unless somebody saved the number. */
const USUAL = 2

/**
 * Returns why a number is probably not the one that is meant, by the numbers of earlier deliveries and of saved people; null if nothing says
 * so. `topUp` is the slug of the brand to top it up with, or null for another product.
 */
export function doubtNumber(
  typed: WrittenNumber,
  topUp: string | null,
  known: readonly KnownNumber[],
): NumberDoubt | null {
  const own = known.filter((one) => isSameNumber(one, typed))
  const meant = own.find((one) => one.name !== null || isUsual(one))
  if (meant !== undefined) return topUp === null ? null : doubtBrand(meant, topUp)
  const [similar] = known
    .filter((one) => isUsual(one) || (one.name !== null && own.length === 0))
    .filter(({ forms }) => forms.some((form) => typed.forms.some((other) => findSlip(form, other) !== null)))
    .toSorted(
      (one, other) => Number(other.name !== null) - Number(one.name !== null) || other.deliveries - one.deliveries,
    )
  if (similar === undefined) return null
  return { reason: 'similar-number', known: similar.number, name: similar.name, times: similar.deliveries }
}

const isUsual = ({ deliveries }: KnownNumber): boolean => deliveries >= USUAL

function doubtBrand({ topUps }: KnownNumber, slug: string): NumberDoubt | null {
  const [last, before] = topUps
  if (last === undefined || before === undefined || last.slug !== before.slug || last.slug === slug) return null
  return { reason: 'other-brand', brand: last.name, slug: last.slug }
}
