import { computed, ref, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { RequestOutput } from '../../../../shared/contract.ts'
import { useAppStore } from '../../../app/stores/app-store.ts'
import { request } from '../../../app/requests/client.ts'
import { queryText } from '../../../app/formats/query-text.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'
import { useBrandHistory } from '../../../app/delivery/use-brand-history.ts'
import { useTask } from '../../../app/requests/use-task.ts'

/** Reads a brand in one country: the URL's, else the carried number's, else the shop's, else the home country. */
export function useBrand(slug: () => string) {
  const route = useRoute()
  const router = useRouter()
  const shopper = useShopperStore()
  const app = useAppStore()

  const found = ref<RequestOutput<'catalog.brand'> | null>(null)
  const history = useBrandHistory(slug, () => shopper.carried?.number ?? null)
  /** The requested country, if any. */
  const wanted = computed(
    () => queryText(route.query['country'])?.toUpperCase() ?? shopper.carried?.country ?? shopper.country,
  )
  const prefer = computed(() =>
    [wanted.value, shopper.country, app.app?.settings.homeCountry].filter(
      (iso2): iso2 is string => typeof iso2 === 'string' && iso2.length === 2,
    ),
  )
  const loading = useTask(() => request('catalog.brand', { slug: slug(), prefer: prefer.value }))

  async function load(): Promise<void> {
    const answer = await loading.run()
    // A failed refresh keeps the brand on screen, unless the brand is gone.
    if (answer || loading.error.value?.code === 'not-found') found.value = answer ?? null
  }
  /** Writes the chosen country into the URL, so that Back restores it. */
  function choose(country: string | null): void {
    const { country: _old, ...others } = route.query
    void router.replace({ query: country === null ? others : { ...others, country } })
  }

  watch([slug, () => prefer.value.join()], load, { immediate: true })

  /** The requested country, if the brand is not sold there. */
  const missed = computed(() => {
    if (found.value === null || found.value.countries.length === 0 || loading.running.value) return null
    return wanted.value && wanted.value !== found.value.country ? wanted.value : null
  })
  /** Whether another country would show different products. */
  const isPicked = computed(() => {
    const { countries = [], brand } = found.value ?? {}
    return countries.length > 1 && countries.some(({ count }) => count < (brand?.variants ?? 0))
  })
  return { found, history, loading, load, choose, missed, isPicked }
}
