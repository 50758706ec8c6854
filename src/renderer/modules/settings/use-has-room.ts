import { computed, onMounted, onScopeDispose, ref, type Ref } from 'vue'
import { useIsWide } from '../../app/frame/use-is-wide.ts'

/** The least width for two columns, in letters of the page's size: a reader may have doubled them. */
const LEAST_REM = 30

/** Returns whether there is room for the list of pages beside the open page, in a window that has the rail. */
export function useHasRoom(box: Readonly<Ref<HTMLElement | null>>): Ref<boolean> {
  const isWide = useIsWide()
  const isRoomy = ref(true)
  function measure(): void {
    const { clientWidth } = box.value ?? { clientWidth: 0 }
    const letter = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    // What is not laid out has no width.
    isRoomy.value = !(clientWidth > 0 && clientWidth < LEAST_REM * letter)
  }
  const observer = new ResizeObserver(measure)
  onMounted(() => {
    measure()
    if (box.value) observer.observe(box.value)
  })
  onScopeDispose(() => observer.disconnect())
  return computed(() => isWide.value && isRoomy.value)
}
