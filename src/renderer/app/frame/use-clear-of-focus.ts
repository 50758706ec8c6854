import { nextTick, onMounted, onUnmounted, ref, watch, type Ref } from 'vue'

const GAP = 8
/** A taller element is a part of the page, which nothing small covers whole. */
const TALLEST = 120

/** Returns the distance of a box from the window's top, in pixels: small, unless the box would cover the focus there; then it lies below. */
export function useClearOfFocus(box: Readonly<Ref<HTMLElement | null>>, contents: () => unknown): Ref<number> {
  const top = ref(GAP)

  function giveWay(): void {
    const focused = document.activeElement
    const own = box.value
    if (focused === null || own === null || own.contains(focused)) return
    const [there, here] = [focused.getBoundingClientRect(), own.getBoundingClientRect()]
    const isUnder =
      there.height > 0 &&
      there.height <= TALLEST &&
      there.top < GAP + here.height &&
      there.left < here.right &&
      here.left < there.right
    top.value = isUnder ? there.bottom + GAP : GAP
  }
  watch(contents, () => void nextTick(giveWay))
  onMounted(() => document.addEventListener('focusin', giveWay))
  onUnmounted(() => document.removeEventListener('focusin', giveWay))
  return top
}
