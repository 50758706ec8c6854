import { computed } from 'vue'
import { useFormats } from '../formats/use-formats.ts'
import { useCatalogStore } from '../stores/catalog-store.ts'

/** A rate this far from the catalog's, as a share, is rather a slip than the shop's own. */
const FAR = 0.1

/** Compares a shop's rate per dollar with the one that the catalog's prices imply. `rate` returns null while it is not a number. */
export function useCatalogRate(currency: () => string, rate: () => string | null) {
  const catalog = useCatalogStore()
  const formats = useFormats()
  const known = computed(() => catalog.rates[currency()] ?? null)
  /** The catalog's rate as an amount; null if its prices imply none. */
  const shown = computed(() =>
    known.value === null ? null : formats.value.fiat(currency(), String(Number(known.value.toPrecision(4)))),
  )
  /** Which way the typed rate is off, if it is far off. */
  const isOff = computed<'low' | 'high' | null>(() => {
    const typed = Number(rate() ?? 0)
    if (known.value === null || typed <= 0) return null
    if (typed < known.value * (1 - FAR)) return 'low'
    return typed > known.value * (1 + FAR) ? 'high' : null
  })
  return { shown, isOff }
}
