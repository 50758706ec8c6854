import { computed, type ComputedRef } from 'vue'
import type { RequestOutput } from '../../../shared/contract.ts'
import { useShopperStore } from '../stores/shopper-store.ts'

/** A number as it would be in another country, which sells something. */
export interface OtherNumber {
  readonly country: string
  readonly number: string
  readonly flag: string | null
}

const MAX_SHOWN = 4

/** Returns the other countries that a number typed without + may be from, those with the most products first. */
export function useOtherNumbers(phone: () => RequestOutput<'phone.find'>): ComputedRef<readonly OtherNumber[]> {
  const shopper = useShopperStore()
  const sold = computed(() => new Map(shopper.countries.map((one) => [one.iso2, one])))
  return computed(() =>
    (phone()?.others ?? [])
      .flatMap(({ country, number }) => {
        const { variants = 0, flag = null } = sold.value.get(country) ?? {}
        return variants > 0 ? [{ country, number, flag, variants }] : []
      })
      .sort((a, b) => b.variants - a.variants)
      .slice(0, MAX_SHOWN),
  )
}
