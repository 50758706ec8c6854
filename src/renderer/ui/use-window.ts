import { computed, onBeforeUnmount, onMounted, ref, type Ref } from 'vue'
import { windowOf } from './virtual-rows.ts'

export interface VirtualItems {
  readonly total: number
  /** Least width of a column in pixels; without one all stand in a single column. */
  readonly minWidth: number | null
  readonly rowHeight: number
  readonly gap: number
}

/** Faster than this, in pixels a millisecond, nobody reads: what flies by is not worth fetching. */
const flyingSpeed = 2.5
/** The first step after a rest took no longer than this, however long the rest was. */
const longestStep = 50
/** A list that has not moved for so many milliseconds rests. */
const restAfter = 120
const overscanPixels = 600

/**
 * Which items of a long list are worth drawing while the page scrolls. Scrolling reads no layout, and changes nothing until another
 * row comes near the screen. While rows pass too fast to be read `flying` is true, and what is drawn stays what it was.
 */
export function useWindow(root: Readonly<Ref<HTMLElement | null>>, items: () => VirtualItems) {
  /** Null until it was measured: nothing is drawn before. */
  const width = ref<number | null>(null)
  /** What is around the screen comes once the screen itself was drawn. */
  const around = ref(false)
  const screen = ref(800)
  /** The row at the screen's upper edge; negative while the list lies below it. */
  const topRow = ref(0)
  const flying = ref(false)
  const step = computed(() => items().rowHeight + items().gap)
  /** Where the list begins on the page. */
  let begin = 0
  let last = { y: 0, at: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined

  const drawn = computed(() => {
    const { total, minWidth, rowHeight, gap } = items()
    const grid = { width: width.value ?? 0, minWidth: minWidth ?? Number.POSITIVE_INFINITY, rowHeight, gap }
    if (width.value === null) return windowOf(0, grid, { top: 0, height: 0 })
    if (!around.value) return windowOf(total, grid, { top: last.y - begin, height: screen.value }, 0)
    const near = { top: topRow.value * step.value, height: screen.value + step.value }
    return windowOf(total, grid, near, Math.ceil(overscanPixels / step.value))
  })

  function place(y: number): void {
    topRow.value = Math.floor((y - begin) / step.value)
  }
  function measure(): void {
    const box = root.value?.getBoundingClientRect()
    if (!box) return
    begin = box.top + window.scrollY
    width.value = box.width
    screen.value = window.innerHeight
    place(window.scrollY)
  }
  function onScroll(): void {
    const [y, at] = [window.scrollY, performance.now()]
    flying.value = Math.abs(y - last.y) / Math.min(longestStep, Math.max(1, at - last.at)) > flyingSpeed
    last = { y, at }
    clearTimeout(timer)
    // Where the page is busy, a scroll may wait to be told of: it is with the next frame.
    timer = setTimeout(() => requestAnimationFrame(restIfStill), restAfter)
    if (!flying.value) place(y)
  }
  function restIfStill(): void {
    if (performance.now() - last.at < restAfter) return
    flying.value = false
    measure()
  }

  // What stands above the list may grow: then the page's own height changes.
  const resize = new ResizeObserver(measure)
  onMounted(() => {
    last = { y: window.scrollY, at: performance.now() }
    measure()
    requestAnimationFrame(() => requestAnimationFrame(() => (around.value = true)))
    if (root.value) resize.observe(root.value)
    resize.observe(document.body)
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', measure)
  })
  onBeforeUnmount(() => {
    clearTimeout(timer)
    resize.disconnect()
    window.removeEventListener('scroll', onScroll)
    window.removeEventListener('resize', measure)
  })

  const columnWidth = computed(() => ((width.value ?? 0) + items().gap) / drawn.value.columns)
  return {
    drawn,
    flying,
    columnWidth,
    rowsOnScreen: computed(() => Math.floor((screen.value - 100) / step.value)),
    /** The first row that is wholly on the screen. */
    firstWhole: computed(() => Math.max(0, topRow.value + Math.ceil(100 / step.value))),
    /** Where an item stands, as its style. */
    styleOf(index: number): Record<string, string> {
      const { columns } = drawn.value
      const x = (index % columns) * columnWidth.value
      const y = Math.floor(index / columns) * step.value
      return {
        transform: `translate(${x}px, ${y}px)`,
        width: `${columnWidth.value - items().gap}px`,
        height: `${items().rowHeight}px`,
      }
    },
  }
}
