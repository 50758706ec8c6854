import { isSupportedCountry } from 'libphonenumber-js/max'
import { isAddress } from 'viem/utils'
import { isEmail } from '../../shared/is-email.ts'
import type { PersonView } from '../../shared/people/views.ts'
import { parsePhone } from './parse-phone.ts'

/** What was delivered: its product's country (ISO alpha-2) and type. */
export interface DeliveredProduct {
  readonly country: string
  readonly productType: string
}

/** Returns the person whose number, e-mail address or coin address something went to; null without one. `product` is null for coins. */
export type OwnerOf = (to: string | null, product: DeliveredProduct | null) => PersonView | null

/**
 * Returns a function that finds whose number, e-mail address or coin address something went to: the one rule of who a recipient is. What
 * several people have is the first one's. A national number is one of the product's country, and only a top-up goes to it: the digits of
 * another product may be a player's.
 */
export function ownersAmong(people: readonly PersonView[]): OwnerOf {
  const owners = new Map<string, PersonView>()
  for (const person of people)
    for (const contact of [...person.phones, ...person.emails, ...person.addresses].map((text) => text.toLowerCase()))
      if (!owners.has(contact)) owners.set(contact, person)
  return (to, product) => {
    if (to === null || owners.size === 0) return null
    const known = owners.get(to.toLowerCase())
    if (known || isEmail(to) || isAddress(to)) return known ?? null
    if (product === null || (product.productType !== 'topup' && !to.startsWith('+'))) return null
    const { country } = product
    const phone = parsePhone(to, isSupportedCountry(country) ? country : undefined)
    return (phone && owners.get(phone.number)) ?? null
  }
}
