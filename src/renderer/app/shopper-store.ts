import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { LastPaymentMethodView } from '../../shared/checkout/clerk-views.ts'
import type { BalanceView } from '../../shared/wallet/views.ts'
import type { CountryView } from '../../shared/catalog/country-view.ts'
import type { NetworkView } from '../../shared/networks/views.ts'
import type { SettingsView } from '../../shared/app/views.ts'

/** What several screens share about whoever shops: the country, the networks and what can be spent. */
export const useShopperStore = defineStore('shopper', () => {
  /** ISO alpha-2 of the country to shop for, or null for all of them. */
  const country = ref<string | null>(null)
  /** Whether the shop shows brands or products, where a person chose; null where each screen shows its usual one. */
  const view = ref<SettingsView['shopView']>(null)
  /** The country that what is being searched for names itself, and how that is taken out of the search; null where it names none. */
  const implied = shallowRef<{ readonly country: string; readonly drop: () => void } | null>(null)
  const countries = shallowRef<readonly CountryView[]>([])
  const networks = shallowRef<readonly NetworkView[] | null>(null)
  const balances = shallowRef<readonly BalanceView[] | null>(null)
  /** With what was last paid; null before the first payment. */
  const lastPaymentMethod = shallowRef<LastPaymentMethodView | null>(null)
  /** A phone number typed into the search field, carried to the brand's page and the checkout with the country it is of. */
  const carried = shallowRef<{ readonly country: string; readonly number: string } | null>(null)
  /** How many products each country has of what is being looked for; null where nothing narrows the shop. */
  const countryCounts = shallowRef<ReadonlyMap<string, number> | null>(null)
  const countryNames = computed(() => new Map(countries.value.map((country) => [country.iso2, country.name])))

  /** Shops for a country that a person chose; what they search for no longer names another one. */
  function shopFor(iso2: string | null): void {
    const { drop, country: meant = iso2 } = implied.value ?? {}
    country.value = iso2
    if (meant !== iso2) drop?.()
  }
  /** Takes note of a purchase that is the newest, or still is. */
  function notePaymentMethod({ createdAt, networkKey, tokenKey }: LastPaymentMethodView): void {
    if (lastPaymentMethod.value === null || createdAt >= lastPaymentMethod.value.createdAt)
      lastPaymentMethod.value = { createdAt, networkKey, tokenKey }
  }
  return {
    country,
    view,
    implied,
    shopFor,
    countries,
    networks,
    balances,
    lastPaymentMethod,
    notePaymentMethod,
    carried,
    countryNames,
    countryCounts,
  }
})
