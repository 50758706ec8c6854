import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { BalanceView, CountryView, NetworkView, PurchaseRowView } from '../../shared/views.ts'

type LastPaid = Pick<PurchaseRowView, 'createdAt' | 'networkKey' | 'tokenKey'>

/** What several screens share about whoever shops: the country, the networks and what can be spent. */
export const useShopperStore = defineStore('shopper', () => {
  /** ISO alpha-2 of the country to shop for, or null for all of them. */
  const country = ref<string | null>(null)
  const countries = shallowRef<readonly CountryView[]>([])
  const networks = shallowRef<readonly NetworkView[] | null>(null)
  const balances = shallowRef<readonly BalanceView[] | null>(null)
  /** With what was last paid; null before the first payment. */
  const lastWay = shallowRef<LastPaid | null>(null)
  /** A phone number typed into the search field, carried to the brand's page and the checkout with the country it is of. */
  const carried = shallowRef<{ readonly country: string; readonly number: string } | null>(null)
  /** How many products each country has of what is being looked for; null where nothing narrows the shop. */
  const countryCounts = shallowRef<ReadonlyMap<string, number> | null>(null)
  const countryNames = computed(() => new Map(countries.value.map((country) => [country.iso2, country.name])))

  /** Takes note of a purchase that is the newest, or still is. */
  function noteWay({ createdAt, networkKey, tokenKey }: LastPaid): void {
    if (lastWay.value === null || createdAt >= lastWay.value.createdAt)
      lastWay.value = { createdAt, networkKey, tokenKey }
  }
  return { country, countries, networks, balances, lastWay, noteWay, carried, countryNames, countryCounts }
})
