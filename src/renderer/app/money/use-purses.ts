import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useFormats } from '../formats/use-formats.ts'
import { useCatalogStore } from '../stores/catalog-store.ts'
import { useShopperStore } from '../stores/shopper-store.ts'
import { mainPurse, pursesOf, totalOf } from './spendable.ts'
import { useNow } from '../use-now.ts'

/** Returns what can be spent: every purse, the one to show where there is room for one, and their total. */
export function usePurses() {
  const { t } = useI18n()
  const shopper = useShopperStore()
  const catalog = useCatalogStore()
  const formats = useFormats()
  const now = useNow()

  const purses = computed(() => pursesOf(shopper.networks ?? [], shopper.balances ?? []))
  const purse = computed(() => mainPurse(purses.value, shopper.lastPaymentMethod))
  const total = computed(() => totalOf(purses.value))
  /** How old the rates of approximate amounts are, as a sentence; null while unknown. */
  const rateAge = computed(() => {
    const at = catalog.status?.refreshedAt
    return at ? t('money.rateOf', { time: formats.value.clock(Date.parse(at), now.value) }) : null
  })
  return { purses, purse, total, rateAge }
}
