import { nextTick, onMounted, onUnmounted, ref, watch, type Ref } from 'vue'

/** The window's edge that the messages keep to. */
export type Edge = 'top' | 'bottom'

const GAP = 8
/** A taller element is a part of the page, which nothing small covers whole. */
const TALLEST = 120

/**
 * Returns the distance of a box from its edge of the window, in pixels. It lies beyond what is docked at the bottom, and beyond the focus
 * that it would cover.
 */
export function useNoticePlace(
  box: Readonly<Ref<HTMLElement | null>>,
  edge: () => Edge,
  contents: () => unknown,
): Ref<number> {
  const distance = ref(GAP)

  function place(): void {
    const own = box.value
    if (own === null) return
    const least = GAP + (edge() === 'bottom' ? dockedHeight() : 0)
    distance.value = least
    const focused = document.activeElement
    if (focused === null || own.contains(focused)) return
    const [there, here] = [focused.getBoundingClientRect(), own.getBoundingClientRect()]
    if (there.height === 0 || there.height > TALLEST || there.left >= here.right || here.left >= there.right) return
    const [near, far] =
      edge() === 'top' ? [there.top, there.bottom] : [window.innerHeight - there.bottom, window.innerHeight - there.top]
    if (near < least + here.height && far > least) distance.value = far + GAP
  }
  const placeLater = (): void => void nextTick(place)
  watch([contents, edge], placeLater)
  onMounted(() => {
    document.addEventListener('focusin', placeLater)
    window.addEventListener('resize', place)
  })
  onUnmounted(() => {
    document.removeEventListener('focusin', placeLater)
    window.removeEventListener('resize', place)
  })
  return distance
}

/** Returns how far the bars and the touch keyboard reach up from the window's bottom, in pixels. */
function dockedHeight(): number {
  const tops = [...document.querySelectorAll('[data-dock], [data-keys]')]
    .map((element) => element.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .map(({ top }) => window.innerHeight - top)
  return Math.max(0, ...tops)
}
