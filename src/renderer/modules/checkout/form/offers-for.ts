import type { PersonView } from '../../../../shared/people/views.ts'
import { fold } from '../../../../shared/search/fold.ts'
import { byName } from '../../../app/people/by-name.ts'
import { isNumber, isPartOfNumber, reaches } from '../../../app/people/reaches.ts'

/** A person, in the order in which they were saved, with the number or e-mail address that a field may take. */
export interface PersonOffer {
  readonly person: PersonView
  readonly to: string
}

/** More would be a list to read instead of a press. */
const MOST = 4

/**
 * Returns whom to offer for what is typed in a field: everyone for an empty one, then those with a name that begins with it, or a number or
 * address that contains it. None once it is somebody's whole one. What several have is offered once, for the first of them.
 */
export function offersFor(offers: readonly PersonOffer[], typed: string): PersonOffer[] {
  const wanted = fold(typed.trim())
  if (offers.some(({ to }) => reaches(typed, to))) return []
  const found = Map.groupBy(
    offers.filter((offer) => fits(offer, wanted)),
    ({ to }) => to,
  )
  return [...found.values()]
    .flatMap(([owner]) => owner ?? [])
    .toSorted((one, other) => byName(one.person, other.person))
    .slice(0, MOST)
}

/**
 * Returns whose number or address was typed as a whole, national numbers included; null if it is nobody's. `sent` is the number as it will be
 * sent, '' while that is unknown: the digits of a national one exist in other countries too.
 */
export function ownerOf(offers: readonly PersonOffer[], typed: string, sent: string | null = null): PersonView | null {
  if (sent === '') return null
  return offers.find(({ to }) => (sent?.startsWith('+') ? to === sent : reaches(typed, to)))?.person ?? null
}

function fits({ person, to }: PersonOffer, wanted: string): boolean {
  if (
    fold(person.name)
      .split(' ')
      .some((word) => word.startsWith(wanted))
  )
    return true
  return isNumber(wanted) ? isPartOfNumber(wanted, to) : to.toLowerCase().includes(wanted)
}
