import { computed, type ComputedRef } from 'vue'
import { useFormats } from '../formats/use-formats.ts'
import { useShopperStore } from '../stores/shopper-store.ts'

/** Returns the currencies (ISO 4217) that cash prices can be in, by name: those of the service's countries, dollars and the chosen one. */
export function useCurrencyChoices(
  chosen: () => string,
): ComputedRef<readonly { readonly value: string; readonly label: string }[]> {
  const shopper = useShopperStore()
  const formats = useFormats()
  return computed(() => {
    const known = new Set(shopper.countries.map((one) => one.fiatCurrency).filter((code) => /^[A-Z]{3}$/.test(code)))
    return [...known.add('USD').add(chosen())]
      .map((value) => ({ value, label: `${formats.value.currencyName(value)} (${value})` }))
      .sort((a, b) => a.label.localeCompare(b.label, formats.value.locale))
  })
}
