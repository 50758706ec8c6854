import { nextTick, watch } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import { focusResults } from '../../../app/frame/focus-results.ts'
import { useShopperStore } from '../../../app/stores/shopper-store.ts'

/** Where Enter leads; 'choice' and 'people' if none of the results, or of the people found, is meant more than another. */
export type FirstHit = RouteLocationRaw | 'choice' | 'people' | null

/**
 * Opens the first hit after Enter in the search field, or moves the focus to what to choose from. `firstHit` returns it for the text in the
 * field; null if there is nothing, and undefined while it is not known.
 */
export function useFirstHit(firstHit: () => FirstHit | undefined): void {
  const router = useRouter()
  const shopper = useShopperStore()
  watch(
    [() => shopper.isEntered, firstHit],
    ([isEntered, hit]) => {
      if (!isEntered || hit === undefined) return
      shopper.isEntered = false
      if (hit === 'choice') void nextTick(() => focusResults())
      else if (hit === 'people') void nextTick(() => focusResults('[data-people]'))
      else if (hit !== null) void router.push(hit)
    },
    { immediate: true },
  )
}
