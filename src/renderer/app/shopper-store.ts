import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { BalanceView, CountryView, NetworkView } from '../../shared/views.ts'

/** What several screens share about whoever shops: the country, the networks and what can be spent. */
export const useShopperStore = defineStore('shopper', () => {
  /** ISO alpha-2 of the country to shop for, or null for all of them. */
  const country = ref<string | null>(null)
  const countries = shallowRef<readonly CountryView[]>([])
  const networks = shallowRef<readonly NetworkView[] | null>(null)
  const balances = shallowRef<readonly BalanceView[] | null>(null)
  /** A phone number typed into the search field, carried to the brand's page and the checkout with the country it is of. */
  const carried = shallowRef<{ readonly country: string; readonly number: string } | null>(null)
  const carriedReference = computed(() => carried.value?.number ?? '')
  const countryNames = computed(() => new Map(countries.value.map((country) => [country.iso2, country.name])))
  return { country, countries, networks, balances, carried, carriedReference, countryNames }
})
