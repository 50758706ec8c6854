import { isSupportedCountry } from 'libphonenumber-js/max'
import { isAddress } from 'viem/utils'
import { isEmail } from '../../shared/is-email.ts'
import type { PersonView } from '../../shared/people/views.ts'
import { parsePhone } from '../catalog/parse-phone.ts'

/**
 * Returns a function that finds whose number, e-mail address or coin address something went to; a national number is one of the product's
 * country.
 */
export function ownersAmong(people: readonly PersonView[]): (to: string | null, country: string) => PersonView | null {
  const owners = new Map(
    people.flatMap((person) => [
      ...person.phones.map((phone) => [phone, person] as const),
      ...[...person.emails, ...person.addresses].map((text) => [text.toLowerCase(), person] as const),
    ]),
  )
  return (to, country) => {
    if (to === null || owners.size === 0) return null
    const known = owners.get(to.toLowerCase())
    if (known || isEmail(to) || isAddress(to)) return known ?? null
    const phone = parsePhone(to, isSupportedCountry(country) ? country : undefined)
    return (phone && owners.get(phone.number)) ?? null
  }
}
