import { computed, onScopeDispose, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { BrowseInput, Sort } from '../../../shared/catalog/views.ts'
import { useAppStore } from '../../app/app-store.ts'
import { request } from '../../app/client.ts'
import { queryText } from '../../app/query-text.ts'
import { useShopperStore } from '../../app/shopper-store.ts'
import { useFormats } from '../../app/use-formats.ts'
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
} from './shop-address.ts'
import type { Asked } from './shop-store.ts'
import { placesIn } from './places.ts'
import { useReadText } from './use-read-text.ts'

/** Stands in the address for every product type, where one is chosen of itself. */
const everyType = '*'

/** What the shop is asked for: the search field, the filters and the country, all of them in the address or the top bar. */
export function useQuestion() {
  const route = useRoute()
  const router = useRouter()
  const shopper = useShopperStore()
  const app = useAppStore()
  const formats = useFormats()
  /** The countries by the names they are shown with. */
  const shown = computed(() =>
    shopper.countries.map((one) => ({ ...one, shown: formats.value.country(one.iso2, one.name) })),
  )

  const home = (): string | null => app.app?.settings.homeCountry ?? null
  const read = useReadText(
    () => queryText(route.query['q']) ?? '',
    () => shopper.country ?? home(),
  )
  const text = computed(() => read.value?.text ?? '')
  const phone = computed(() => read.value?.phone ?? null)
  const chosen = computed<Chosen>(() => {
    const inAddress = readChosen(route.query)
    // Whoever types a number wants to top it up; what else is sold there is one choice away.
    const type = inAddress.type === everyType ? null : (inAddress.type ?? (phone.value ? 'topup' : null))
    return { ...inAddress, type }
  })
  const country = computed(() => phone.value?.country ?? shopper.country)
  const question = computed<BrowseInput>(() => ({
    // A phone number is whom to send to, not what to look for: of what was typed beside it, it shows what can be sent there.
    text: text.value,
    country: country.value,
    ...{ type: chosen.value.type, category: chosen.value.category, subType: chosen.value.subType },
    price: readPrice(chosen.value.price),
    // What is read of the address is one of the contract's own values.
    data: chosen.value.data as BrowseInput['data'],
    validity: chosen.value.validity as BrowseInput['validity'],
    unlimited: chosen.value.unlimited !== null,
    near: home(),
    first: phone.value ? 'topup' : null,
  }))
  const view = computed(() => readView(route.query, text.value, shopper.view))
  /** Null until it is known whether a phone number was typed. */
  const asked = computed<Asked | null>(() =>
    read.value === null || route.name !== 'shop'
      ? null
      : { question: question.value, sort: readSort(route.query), view: view.value },
  )
  /** The currency that price ranges are told in: that of the country, or of the home; without either dollars, as coins are. */
  const currency = computed(() => {
    const place = country.value ?? home()
    const known = place === null ? 'USD' : shopper.countries.find(({ iso2 }) => iso2 === place)?.fiatCurrency
    return readPrice(chosen.value.price)?.currency ?? (known?.length === 3 ? known : null)
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
    // Sub-types belong to a type: another type starts without.
    change({ type: value ?? noType(), subType: null })
  }
  function clearFilters(): void {
    change({ ...Object.fromEntries(shopFilters.map((name) => [name, null])), type: noType() })
  }
  function sortBy(sort: Sort): void {
    // Brands or products follow from the new sort, until one says otherwise.
    change({ sort: sort === 'best' ? null : sort, view: null })
  }
  /** Shows what was chosen for this list only. */
  function showHere(chosenView: ShownView): void {
    const usual = usualView(readSort(route.query), text.value, shopper.view)
    change({ view: chosenView === usual ? null : chosenView })
  }
  /** Shows what was chosen, here and from now on; what a sort shows of itself is chosen for that sort only. */
  function show(chosenView: ShownView): void {
    const sort = readSort(route.query)
    if (!comparesProducts(sort)) {
      const isUsual = chosenView === 'both' || chosenView === usualView(sort, text.value, null)
      shopper.view = isUsual ? null : chosenView
      // What can't be kept holds until Till is closed.
      void request('settings.set', { shopView: shopper.view }).catch(() => undefined)
    }
    showHere(chosenView)
  }
  /** Shops for a country that was searched for by its name; what else was typed is looked for there. */
  function goTo(iso2: string, rest: string): void {
    shopper.country = iso2
    change({ q: rest === '' ? null : rest })
  }

  /** Nothing is looked for any more. */
  function clearText(): void {
    change({ q: null })
  }
  /** Leaves of what was typed only the number. */
  function onlyNumber(): void {
    change({ q: phone.value?.number ?? null })
  }

  /** The country that the search names: its phone number's, or where none is chosen the only one that stands there by its whole name. */
  const implied = computed(() => {
    if (phone.value) return { country: phone.value.country, rest: text.value }
    if (shopper.country !== null) return null
    const named = placesIn(text.value, shown.value).filter(({ isWhole }) => isWhole)
    const [place] = named
    return place && named.length === 1 ? { country: place.country.iso2, rest: place.rest } : null
  })
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
      if (typed) shopper.carried = typed.phone
    },
    { immediate: true },
  )
  return {
    text,
    phone,
    chosen,
    asked,
    currency,
    hasFilter,
    isFiltered,
    filter,
    clearFilters,
    sortBy,
    show,
    showHere,
    goTo,
    clearText,
    onlyNumber,
  }
}
export type Question = ReturnType<typeof useQuestion>
