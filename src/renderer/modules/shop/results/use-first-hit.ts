import { watch } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'

/**
 * Opens the first hit after Enter in the search field. `firstHit` returns it for the text in the field; null if there is none, and
 * undefined while it is not known.
 */
export function useFirstHit(firstHit: () => RouteLocationRaw | null | undefined): void {
  const router = useRouter()
  const shopper = useShopperStore()
  watch(
    [() => shopper.isEntered, firstHit],
    ([isEntered, hit]) => {
      if (!isEntered || hit === undefined) return
      shopper.isEntered = false
      if (hit !== null) void router.push(hit)
    },
    { immediate: true },
  )
}
