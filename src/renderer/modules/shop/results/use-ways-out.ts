import { computed, shallowRef, watch } from 'vue'
import type { FacetsView, FacetView } from '../../../../shared/catalog/views.ts'
import type { RequestOutput } from '../../../../shared/contract.ts'
import { request } from '../../../app/requests/client.ts'
import { useAfterPause } from '../../../app/timing/after-pause.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import type { ShopQuery } from '../shop-store.ts'
import { mayHoldPhone } from './use-read-text.ts'

const mostCountries = 3
const mostNumberCountries = 6
const mostCategories = 3
const mostTypes = 2

type Nearest = RequestOutput<'catalog.nearest'>

interface Asked {
  readonly shopQuery: ShopQuery
  /** Whether the question contains a phone number. */
  readonly hasPhone: boolean
  readonly hasFilter: boolean
}

const most = (facets: readonly FacetView[], count: number): FacetView[] =>
  facets
    .filter((facet) => facet.count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, count)

type NumberFound = RequestOutput<'phone.countries'>
const noNumber: NumberFound = { countries: [], problem: null }
const nearestTo = (text: string, country: string | null): Promise<Nearest> =>
  request('catalog.nearest', { text, country }).catch(() => [])

/** Reads what to offer where nothing was found. What cannot be read is not offered. */
export function useWaysOut(asked: () => Asked) {
  const shopper = useShopperStore()
  const afterPause = useAfterPause()
  /** The counts without filters, in the same country and in others. */
  const wider = shallowRef<FacetsView | null>(null)
  /** Everything that is sold in the country. */
  const shelves = shallowRef<FacetsView | null>(null)
  const nearest = shallowRef<Nearest | null>(null)
  const ofNumberFound = shallowRef<NumberFound>(noNumber)
  /** Whether everything was read, or failed. */
  const isRead = shallowRef(false)

  const question = computed(() => {
    const { shopQuery, hasPhone, hasFilter } = asked()
    const { text, country, near, dollarSign } = shopQuery.question
    const isBare = text !== '' && !hasPhone && !hasFilter
    return {
      text,
      country,
      near,
      dollarSign,
      hasPhone,
      isNumber: isBare && mayHoldPhone(text),
      isText: isBare && !mayHoldPhone(text),
    }
  })
  async function ask({ text, country, near, dollarSign, isNumber, isText }: typeof question.value): Promise<void> {
    const isHere = (): boolean => JSON.stringify(question.value) === key
    const key = JSON.stringify(question.value)
    async function read<T>(answer: Promise<T>, take: (value: T) => void): Promise<void> {
      const value = await answer.catch(() => null)
      if (value !== null && isHere()) take(value)
    }
    await Promise.all([
      read(request('catalog.facets', { text, country, near, dollarSign }), (found) => (wider.value = found)),
      isNumber &&
        read(request('phone.countries', { text, near: country ?? near }), (found) => (ofNumberFound.value = found)),
      isText && read(nearestTo(text, country), (found) => (nearest.value = found)),
      isText && read(request('catalog.facets', { country }), (found) => (shelves.value = found)),
    ])
    if (isHere()) isRead.value = true
  }
  watch(
    () => JSON.stringify(question.value),
    () => {
      wider.value = shelves.value = nearest.value = null
      ofNumberFound.value = noNumber
      isRead.value = false
      // Each key that finds nothing would otherwise send four more requests.
      afterPause(() => void ask(question.value))
    },
    { immediate: true },
  )

  /** Other countries in which the same search finds something, by how much. */
  const elsewhere = computed(() => {
    const { hasPhone, country } = question.value
    const found = hasPhone || wider.value?.total !== 0 ? [] : wider.value.countries
    return most(
      found.filter(({ value }) => value !== country),
      mostCountries,
    )
  })
  /** The countries that the typed number may belong to, as far as anything is sold there. */
  const ofNumber = computed(() => {
    const possible = new Set(ofNumberFound.value.countries)
    const sold = shopper.countries.filter(({ iso2, variants }) => variants > 0 && possible.has(iso2))
    return most(
      sold.map(({ iso2, variants }) => ({ value: iso2, count: variants })),
      mostNumberCountries,
    )
  })
  /** What is wrong with the typed number at home, if it has too few or too many digits. */
  const numberProblem = computed(() => {
    const { problem } = ofNumberFound.value
    const country = question.value.country ?? question.value.near
    return problem && country && { problem, country }
  })
  const categories = computed(() => most(shelves.value?.categories ?? [], mostCategories))
  /** Gift cards first: an unknown name is most likely that of a shop. */
  const types = computed(() =>
    most(shelves.value?.types ?? [], mostTypes).toSorted(
      (a, b) => Number(b.value === 'gift_card') - Number(a.value === 'gift_card'),
    ),
  )
  const isText = computed(() => question.value.isText)
  return { isText, isRead, wider, nearest, elsewhere, ofNumber, numberProblem, categories, types }
}
