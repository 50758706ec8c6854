import { computed } from 'vue'
import { useShopperStore } from '../stores/shopper-store.ts'
import { mainPurse, pursesOf, totalOf } from './spendable.ts'
import { useRateAge } from './use-rate-age.ts'

/** Returns what can be spent: every purse, the one to show where there is room for one, and their total. */
export function usePurses() {
  const shopper = useShopperStore()

  const purses = computed(() => pursesOf(shopper.networks ?? [], shopper.balances ?? []))
  const purse = computed(() => mainPurse(purses.value, shopper.lastPaymentMethod))
  const total = computed(() => totalOf(purses.value))
  return { purses, purse, total, rateAge: useRateAge() }
}
