import { isSupportedCountry } from 'libphonenumber-js/max'
import { isEmail } from '../../shared/is-email.ts'
import type { PersonView } from '../../shared/people/views.ts'
import { parsePhone } from '../catalog/parse-phone.ts'

/** Returns a function that finds whose number or e-mail address a delivery went to; a national number is one of the product's country. */
export function ownersAmong(people: readonly PersonView[]): (to: string | null, country: string) => PersonView | null {
  const owners = new Map(
    people.flatMap((person) => [
      ...person.phones.map((phone) => [phone, person] as const),
      ...person.emails.map((email) => [email.toLowerCase(), person] as const),
    ]),
  )
  return (to, country) => {
    if (to === null || owners.size === 0) return null
    const known = owners.get(isEmail(to) ? to.toLowerCase() : to)
    if (known || isEmail(to)) return known ?? null
    const phone = parsePhone(to, isSupportedCountry(country) ? country : undefined)
    return (phone && owners.get(phone.number)) ?? null
  }
}
