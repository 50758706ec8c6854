import { nextTick, watch } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import { focusResults } from '../../../app/frame/focus-results.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'

/**
 * Opens the first hit after Enter in the search field, or moves the focus to the results if none of them is meant more than another.
 * `firstHit` returns it for the text in the field, or 'choice'; null if there is nothing, and undefined while it is not known.
 */
export function useFirstHit(firstHit: () => RouteLocationRaw | 'choice' | null | undefined): void {
  const router = useRouter()
  const shopper = useShopperStore()
  watch(
    [() => shopper.isEntered, firstHit],
    ([isEntered, hit]) => {
      if (!isEntered || hit === undefined) return
      shopper.isEntered = false
      if (hit === 'choice') void nextTick(focusResults)
      else if (hit !== null) void router.push(hit)
    },
    { immediate: true },
  )
}
