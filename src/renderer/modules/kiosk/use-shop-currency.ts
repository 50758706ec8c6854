import { computed, ref, type ComputedRef } from 'vue'
import { request } from '../../app/requests/client.ts'
import { useAppStore } from '../../app/stores/app-store.ts'
import { useShopperStore } from '../../app/stores/shopper-store.ts'

/** Returns the currency that the shop sells in (ISO 4217): that of its prices once they are loaded, else its country's. */
export function useShopCurrency(): { readonly currency: ComputedRef<string>; load(): Promise<void> } {
  const app = useAppStore()
  const shopper = useShopperStore()
  const priced = ref<string | null>(null)
  const currency = computed(() => {
    const home = app.app?.settings.homeCountry ?? null
    return priced.value ?? (home && shopper.currencyOf(home)) ?? 'USD'
  })
  return {
    currency,
    async load() {
      // A preview needs no price: without the answer it shows the country's money.
      const prices = await request('prices.get').catch(() => null)
      priced.value = prices?.currency ?? null
    },
  }
}
