import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { LastPaymentMethodView } from '../../../shared/checkout/views.ts'
import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { CountryView } from '../../../shared/catalog/country-view.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { SettingsView } from '../../../shared/app/views.ts'
import { useAppStore } from './app-store.ts'

/** The shopper's state that screens share: the country, the networks and the balances. */
export const useShopperStore = defineStore('shopper', () => {
  const app = useAppStore()
  /** The country to shop for (ISO alpha-2), or null for all. */
  const country = ref<string | null>(null)
  /** Whether the user chose to see brands or products; null uses each screen's default. */
  const view = ref<SettingsView['shopView']>(null)
  /** The country that the search terms name (null for several or a region), and how to remove it from them; null if they name no place. */
  const implied = shallowRef<{ readonly country: string | null; readonly drop: () => void } | null>(null)
  /** Whether Enter was pressed in the search field, to open the first hit as soon as it is known. */
  const isEntered = ref(false)
  const countries = shallowRef<readonly CountryView[]>([])
  const networks = shallowRef<readonly NetworkView[] | null>(null)
  const balances = shallowRef<readonly BalanceView[] | null>(null)
  /** Whether the networks and all that amounts are compared by was read, or failed; amounts shown earlier would jump. */
  const isMoneyRead = ref(false)
  /** The payment method used last; null before the first payment. */
  const lastPaymentMethod = shallowRef<LastPaymentMethodView | null>(null)
  /** A phone number typed into the search field, carried to the brand's page and the checkout with its country. */
  const carried = shallowRef<{ readonly country: string; readonly number: string } | null>(null)
  /** Whether the search was typed for the current customer of a shop: an older one may hold another's number. */
  const isSearchNew = ref(false)
  /** The number of search results in each country; null if nothing narrows the shop. */
  const countryCounts = shallowRef<ReadonlyMap<string, number> | null>(null)
  const countryNames = computed(() => new Map(countries.value.map((country) => [country.iso2, country.name])))

  const currencies = computed(() => new Map(countries.value.map(({ iso2, fiatCurrency }) => [iso2, fiatCurrency])))

  /** Returns the currency of a country (ISO 4217), if the service says it. */
  function currencyOf(iso2: string): string | null {
    const code = currencies.value.get(iso2)
    return code?.length === 3 ? code : null
  }
  /** Shops for a country that the user chose; the search no longer implies another. */
  function shopFor(iso2: string | null): void {
    const { drop, country: meant = iso2 } = implied.value ?? {}
    country.value = iso2
    if (meant !== iso2) drop?.()
  }
  /** Stores a purchase's payment method if the purchase is the newest. */
  function notePaymentMethod({ createdAt, networkKey, tokenKey }: LastPaymentMethodView): void {
    if (lastPaymentMethod.value === null || createdAt >= lastPaymentMethod.value.createdAt)
      lastPaymentMethod.value = { createdAt, networkKey, tokenKey }
  }
  /** Returns the carried number, which nothing of this search carries again. */
  function takeCarried(): (typeof carried)['value'] {
    const taken = carried.value
    carried.value = null
    isSearchNew.value = false
    return taken
  }
  watch(() => app.role, takeCarried)
  return {
    country,
    view,
    implied,
    isEntered,
    shopFor,
    countries,
    networks,
    balances,
    isMoneyRead,
    lastPaymentMethod,
    notePaymentMethod,
    carried,
    isSearchNew,
    takeCarried,
    countryNames,
    currencyOf,
    countryCounts,
  }
})
