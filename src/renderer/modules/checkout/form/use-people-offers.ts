import { computed, shallowRef } from 'vue'
import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import { usePeople } from '../../../app/people/use-people.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import type { PersonOffer } from './offers-for.ts'
import { recipientFieldOf } from './recipient-field.ts'

/** Returns the people whose number or e-mail address the recipient's field of a product takes, with that field; a top-up has its countries. */
export function usePeopleOffers(variant: VariantView) {
  const shopper = useShopperStore()
  const field = recipientFieldOf(variant)
  const isAsked = field?.kind === 'email' || field?.kind === 'phone'
  const people = isAsked ? usePeople() : shallowRef(null)

  const callingCodes = computed(() => {
    if (variant.productType !== 'topup') return null
    const soldIn = new Set([variant.country, ...variant.supportedCountries])
    const codes = shopper.countries.filter(({ iso2 }) => soldIn.has(iso2)).map(({ callingCode }) => callingCode)
    return codes.length === 0 ? null : codes
  })
  const offers = computed<PersonOffer[]>(() =>
    (people.value ?? []).flatMap((person) =>
      (field?.kind === 'email' ? person.emails : person.phones)
        .filter((to) => field?.kind === 'email' || (callingCodes.value?.some((code) => to.startsWith(code)) ?? true))
        .map((to) => ({ person, to })),
    ),
  )
  return { field: field?.name ?? null, offers }
}
