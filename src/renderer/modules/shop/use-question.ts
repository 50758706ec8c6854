import { computed, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { BrowseInput } from '../../../shared/catalog-views.ts'
import { useAppStore } from '../../app/app-store.ts'
import { queryText } from '../../app/query-text.ts'
import { useShopperStore } from '../../app/shopper-store.ts'
import { useReadText } from './use-read-text.ts'

/** Stands in the address for every product type, where one is chosen of itself. */
const everyType = '*'

export type ShopFilter = 'type' | 'category' | 'subType'

/** What the shop is asked for: the search field, the filters and the country, all of them in the address or the top bar. */
export function useQuestion() {
  const route = useRoute()
  const router = useRouter()
  const shopper = useShopperStore()
  const app = useAppStore()

  const home = (): string | null => app.app?.settings.homeCountry ?? null
  const read = useReadText(
    () => queryText(route.query['q']) ?? '',
    () => shopper.country ?? home(),
  )
  const text = computed(() => read.value?.text ?? '')
  const phone = computed(() => read.value?.phone ?? null)
  /** Whoever types a number wants to top it up; what else is sold there is one choice away. */
  const type = computed(() => {
    const chosen = queryText(route.query['type'])
    return chosen === everyType ? null : (chosen ?? (phone.value ? 'topup' : null))
  })
  /** Null until it is known whether a phone number was typed. */
  const question = computed<BrowseInput | null>(() =>
    read.value === null
      ? null
      : {
          // A phone number is whom to send to, not what to look for: it shows what can be sent there.
          text: phone.value ? '' : text.value,
          country: phone.value?.country ?? shopper.country,
          type: type.value,
          category: queryText(route.query['category']),
          subType: queryText(route.query['subType']),
          ...{ price: null, data: null, validity: null, unlimited: false },
          near: home(),
          first: phone.value ? 'topup' : null,
        },
  )
  const isFiltered = computed(() => {
    const { category = null, subType = null } = question.value ?? {}
    return text.value !== '' || type.value !== null || category !== null || subType !== null
  })

  function filter(name: ShopFilter, value: string | null): void {
    const { [name]: _old, ...others } = route.query
    // Sub-types belong to a type: another type starts without.
    if (name === 'type') delete others['subType']
    const kept = value ?? (name === 'type' && phone.value ? everyType : null)
    void router.replace({ query: kept === null ? others : { ...others, [name]: kept } })
  }
  /** Shops for a country that was searched for by its name; what else was typed is looked for there. */
  function goTo(country: string, rest: string): void {
    const { q: _old, ...others } = route.query
    shopper.country = country
    void router.replace({ query: rest === '' ? others : { ...others, q: rest } })
  }

  watch(
    read,
    (typed) => {
      if (typed) shopper.carried = typed.phone
    },
    { immediate: true },
  )
  return { text, phone, question, isFiltered, filter, goTo }
}
