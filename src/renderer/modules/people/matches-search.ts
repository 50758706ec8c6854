import type { PersonView } from '../../../shared/people/views.ts'
import { fold } from '../../../shared/search/fold.ts'
import { isNumber, isPartOfNumber } from '../../app/people/reaches.ts'

/** Fewer people need no search. */
export const SEARCHED_FROM = 8

/** Returns whether a search means somebody: a part of the name or of an e-mail address, without accents, or of a number. */
export function matchesSearch(
  { name, phones, emails }: Pick<PersonView, 'name' | 'phones' | 'emails'>,
  search: string,
): boolean {
  const wanted = fold(search.trim())
  if (isNumber(wanted) && phones.some((phone) => isPartOfNumber(wanted, phone))) return true
  return [name, ...emails].some((text) => fold(text).includes(wanted))
}
