import { computed, onBeforeUnmount, onMounted, ref, type Ref } from 'vue'
import { windowOf } from './virtual-rows.ts'

export interface VirtualItems {
  readonly total: number
  /** Minimum width of a column in pixels; null for a single column. */
  readonly minWidth: number | null
  readonly rowHeight: number
  readonly gap: number
}

/** Pixels per millisecond; nobody reads faster, so rows beyond it are not worth loading. */
const flyingSpeed = 2.5
/** Milliseconds: the first step after a rest counts as no longer than this. */
const longestStep = 50
/** Milliseconds without movement after which a list is at rest. */
const restAfter = 120
const overscanPixels = 600

/**
 * Returns which items of a long list to draw while the page scrolls. Scrolling reads no layout, and changes nothing until another
 * row comes near the screen. While rows pass too fast to read, `flying` is true, and the drawn items stay.
 */
export function useWindow(root: Readonly<Ref<HTMLElement | null>>, items: () => VirtualItems) {
  /** Null until measured: nothing is drawn before. */
  const width = ref<number | null>(null)
  /** The surroundings of the screen are drawn after the screen itself. */
  const around = ref(false)
  const screen = ref(800)
  /** The row at the screen's upper edge; negative while the list is below it. */
  const topRow = ref(0)
  const flying = ref(false)
  const step = computed(() => items().rowHeight + items().gap)
  /** The list's offset on the page, in pixels. */
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

  function update(y: number): void {
    topRow.value = Math.floor((y - begin) / step.value)
  }
  function measure(): void {
    const box = root.value?.getBoundingClientRect()
    if (!box) return
    begin = box.top + window.scrollY
    width.value = box.width
    screen.value = window.innerHeight
    update(window.scrollY)
  }
  function onScroll(): void {
    const [y, at] = [window.scrollY, performance.now()]
    flying.value = Math.abs(y - last.y) / Math.min(longestStep, Math.max(1, at - last.at)) > flyingSpeed
    last = { y, at }
    clearTimeout(timer)
    // On a busy page a scroll event may come late: at the latest with the next frame.
    timer = setTimeout(() => requestAnimationFrame(restIfStill), restAfter)
    if (!flying.value) update(y)
  }
  function restIfStill(): void {
    if (performance.now() - last.at < restAfter) return
    flying.value = false
    measure()
  }

  // Content above the list may grow: the page's height then changes.
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
    /** The first row that is fully on the screen. */
    firstWhole: computed(() => Math.max(0, topRow.value + Math.ceil(100 / step.value))),
    /** Returns an item's position as its style. */
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
