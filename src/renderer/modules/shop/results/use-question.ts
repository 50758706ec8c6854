import { computed, onScopeDispose, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { BrowseInput, Sort } from '../../../../shared/catalog/views.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { request } from '../../../app/requests/client.ts'
import { dollarSignOf } from '../../../app/formats/dollar-sign.ts'
import { queryText } from '../../../app/formats/query-text.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'
import {
  comparesProducts,
  readChosen,
  readPrice,
  readSort,
  readView,
  shopFilters,
  usualView,
  type Chosen,
  type ShopFilter,
  type ShownView,
} from '../shop-address.ts'
import type { ShopQuery } from '../shop-store.ts'
import { placesIn } from '../find-places.ts'
import { useReadSearch } from './use-read-search.ts'

/** Means all product types in the URL, for searches that preselect one. */
const everyType = '*'

/** Reads the shop's question: the search text and filters in the URL, and the country of the top bar. */
export function useQuestion() {
  const route = useRoute()
  const router = useRouter()
  const shopper = useShopperStore()
  const app = useAppStore()
  const formats = useFormats()
  /** The countries with their displayed names. */
  const shown = computed(() =>
    shopper.countries.map((one) => ({ ...one, shown: formats.value.country(one.iso2, one.name) })),
  )

  const home = (): string | null => app.app?.settings.homeCountry ?? null
  const inField = computed(() => queryText(route.query['q']) ?? '')
  const read = useReadSearch({
    text: () => inField.value,
    near: () => shopper.country ?? home(),
    countries: () => shown.value,
    isLiteral: () => inField.value === queryText(route.query['literal']),
  })
  /** Whether the question is about the text in the address, not about an older one. */
  const isRead = computed(() => read.value?.typed === inField.value)
  const mistyped = computed(() => read.value?.mistyped ?? null)
  const text = computed(() => read.value?.text ?? '')
  const phone = computed(() => read.value?.phone ?? null)
  const chosen = computed<Chosen>(() => {
    const inAddress = readChosen(route.query)
    // A phone number usually means a top-up; other products are one choice away.
    const type = inAddress.type === everyType ? null : (inAddress.type ?? (phone.value ? 'topup' : null))
    return { ...inAddress, type }
  })
  const places = computed(() => placesIn(text.value, shown.value))
  /** Where the search looks: the phone number's country, or the places that it names; no single country for several or a region. */
  const implied = computed(() => {
    if (phone.value) return { country: phone.value.country, rest: text.value }
    const { countries, region, rest } = places.value
    const [first, ...others] = countries
    if (first === undefined && region === null) return null
    return { country: first !== undefined && others.length === 0 && region === null ? first.iso2 : null, rest }
  })
  /** The countries where the user wants to use a product, by the search itself; none if it names none. */
  const destinations = computed<readonly string[]>(() =>
    phone.value ? [phone.value.country] : places.value.countries.map(({ iso2 }) => iso2),
  )
  /** The countries to open a brand in, the likeliest first: also those of a region. */
  const brandCountries = computed<readonly string[]>(() => [
    ...destinations.value,
    ...(places.value.region ?? []).map(({ iso2 }) => iso2),
  ])
  /** A search that names a place is not confined to the one where the person is. */
  const country = computed(() => phone.value?.country ?? (implied.value ? null : shopper.country))
  /** The reader's own money of that sign, wherever the search looks. */
  const dollarSign = computed(() => {
    const iso2 = home()
    return dollarSignOf(formats.value.locale, iso2 === null ? null : shopper.currencyOf(iso2))
  })
  const question = computed<BrowseInput>(() => ({
    // The phone number is the recipient; only the text beside it is searched for.
    text: text.value,
    country: country.value,
    type: chosen.value.type,
    category: chosen.value.category,
    subType: chosen.value.subType,
    price: readPrice(chosen.value.price),
    // readChosen only returns values of the contract.
    data: chosen.value.data as BrowseInput['data'],
    validity: chosen.value.validity as BrowseInput['validity'],
    unlimited: chosen.value.unlimited !== null,
    near: implied.value ? (places.value.region ? null : (destinations.value[0] ?? null)) : home(),
    first: phone.value ? 'topup' : null,
    dollarSign: text.value.includes('$') ? dollarSign.value : null,
  }))
  const view = computed(() => readView(route.query, text.value, shopper.view))
  /** Null until Till knows whether the text contains a phone number. */
  const shopQuery = computed<ShopQuery | null>(() =>
    read.value === null || route.name !== 'shop'
      ? null
      : { question: question.value, sort: readSort(route.query), view: view.value },
  )
  /** The currency of price ranges: the chosen one, else that of the country or the home country; dollars without either. */
  const currency = computed(() => {
    const iso2Here = country.value ?? home()
    return readPrice(chosen.value.price)?.currency ?? (iso2Here === null ? 'USD' : shopper.currencyOf(iso2Here))
  })
  const hasFilter = computed(() => shopFilters.some((name) => chosen.value[name] !== null))
  const isFiltered = computed(() => text.value !== '' || phone.value !== null || hasFilter.value)

  function change(values: Readonly<Record<string, string | null>>): void {
    const next = { ...route.query, ...values }
    void router.replace({ query: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null)) })
  }
  const noType = (): string | null => (phone.value ? everyType : null)
  function filter(name: ShopFilter, value: string | null): void {
    if (name !== 'type') return change({ [name]: value })
    // Sub-types belong to a type, so another type starts without one.
    change({ type: value ?? noType(), subType: null })
  }
  function clearFilters(): void {
    change({ ...Object.fromEntries(shopFilters.map((name) => [name, null])), type: noType() })
  }
  function sortBy(sort: Sort): void {
    // The view follows from the new sort until the user chooses one.
    change({ sort: sort === 'best' ? null : sort, view: null })
  }
  /** Sets the view for this list only. */
  function showHere(chosenView: ShownView): void {
    const usual = usualView(readSort(route.query), text.value, shopper.view)
    change({ view: chosenView === usual ? null : chosenView })
  }
  /** Sets the view and remembers it; with a sort that implies a view, it applies to that sort only. */
  function show(chosenView: ShownView): void {
    const sort = readSort(route.query)
    if (!comparesProducts(sort)) {
      const isUsual = chosenView === 'both' || chosenView === usualView(sort, text.value, null)
      shopper.view = isUsual ? null : chosenView
      // If saving fails, the choice lasts until Till closes.
      void request('settings.set', { shopView: shopper.view }).catch(() => undefined)
    }
    showHere(chosenView)
  }
  /** Shops in a country that the search names, and searches there for the rest of the text. */
  function goTo(iso2: string, rest: string): void {
    shopper.country = iso2
    change({ q: rest === '' ? null : rest })
  }

  /** Searches for the text as it is typed, where the person shops. */
  function takeLiterally(): void {
    change({ literal: inField.value })
  }

  /** Ends the search. */
  function clearText(): void {
    change({ q: null })
  }
  /** Reduces the search to its phone number. */
  function onlyNumber(): void {
    change({ q: phone.value?.number ?? null })
  }

  watch(
    implied,
    (meant) => {
      const drop = (): void => change({ q: meant?.rest || null })
      shopper.implied = meant && { country: meant.country, drop }
    },
    { immediate: true },
  )
  onScopeDispose(() => (shopper.implied = null))

  watch(
    read,
    (typed) => {
      const isOld = app.app?.kiosk.on === true && !shopper.isSearchNew
      if (typed) shopper.carried = isOld ? null : typed.phone
    },
    { immediate: true },
  )
  return {
    isRead,
    mistyped,
    text,
    phone,
    destinations,
    brandCountries,
    chosen,
    shopQuery,
    currency,
    hasFilter,
    isFiltered,
    filter,
    clearFilters,
    sortBy,
    show,
    showHere,
    goTo,
    takeLiterally,
    clearText,
    onlyNumber,
  }
}
export type Question = ReturnType<typeof useQuestion>
