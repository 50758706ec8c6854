import { nextTick, onMounted, onUnmounted, shallowRef, watch, type Ref } from 'vue'

/** The window's edge that the messages keep to. */
export type Edge = 'top' | 'bottom'

const GAP = 8
/** A taller element is a part of the page, which nothing small covers whole. */
const TALLEST = 120

/** A narrower part of the band holds no message that can be read. */
const NARROWEST = 288

/** Where the box lies: its distance from the edge, and its left and right end where it lies in the free part of a band; in pixels. */
export interface NoticePlace {
  readonly distance: number
  readonly ends: { readonly left: number; readonly right: number } | null
}

/**
 * Returns the place of a box at its edge of the window. At the top it lies in the free part of a clerk's band, or below the band where that
 * is too narrow; at the bottom beyond what is docked there, and beside the rail if it would cover the rail's menu; and everywhere beyond the
 * focus that it would cover.
 */
export function useNoticePlace(
  box: Readonly<Ref<HTMLElement | null>>,
  edge: () => Edge,
  contents: () => unknown,
): Readonly<Ref<NoticePlace>> {
  const result = shallowRef<NoticePlace>({ distance: GAP, ends: null })
  /** Beside the rail the box is lower. It stays there until it is empty, or it would jump. */
  let isBeside = false

  function placeAtBottom({ height }: DOMRect): NoticePlace {
    const docked = dockedHeight()
    const menu = document.querySelector('[data-menu]')
    const { height: room, bottom } = menu?.getBoundingClientRect() ?? new DOMRect()
    // Behind a dialog or while something is typed by touch, nobody needs the menu: beside it, the box would cover what they do.
    const isBusy = document.querySelector('[role="dialog"], [data-keys]') !== null
    if (room === 0 || isBusy) return { distance: GAP + docked, ends: null }
    isBeside = height > 0 && (isBeside || bottom > window.innerHeight - docked - GAP - height)
    if (!isBeside) return { distance: GAP + docked, ends: null }
    const rail = menu?.parentElement?.getBoundingClientRect().right ?? 0
    return { distance: GAP + dockedHeight(':not(aside *)'), ends: { left: rail + 2 * GAP, right: 2 * GAP } }
  }

  function place(): void {
    const own = box.value
    if (own === null) return
    const start = edge() === 'bottom' ? placeAtBottom(own.getBoundingClientRect()) : placeAtBand()
    const least = start.distance
    result.value = start
    const focused = document.activeElement
    if (focused === null || own.contains(focused)) return
    const [there, here] = [focused.getBoundingClientRect(), own.getBoundingClientRect()]
    if (there.height === 0 || there.height > TALLEST || there.left >= here.right || here.left >= there.right) return
    const [near, far] =
      edge() === 'top' ? [there.top, there.bottom] : [window.innerHeight - there.bottom, window.innerHeight - there.top]
    if (near < least + here.height && far > least) result.value = { ...start, distance: far + GAP }
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
  return result
}

/** Returns the place in the free part of a clerk's band, or below it. */
function placeAtBand(): NoticePlace {
  const band = document.querySelector('[data-band]')
  const spare = band?.querySelector('[data-spare]')?.getBoundingClientRect()
  if (spare && spare.width >= NARROWEST) {
    return { distance: GAP, ends: { left: spare.left, right: document.documentElement.clientWidth - spare.right } }
  }
  return { distance: GAP + (band?.getBoundingClientRect().bottom ?? 0), ends: null }
}

/** Returns how far the bars and the touch keyboard reach up from the window's bottom, in pixels; only those that match `which`. */
function dockedHeight(which = ''): number {
  const tops = [...document.querySelectorAll(`[data-dock]${which}, [data-keys]${which}`)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .map(({ top }) => window.innerHeight - top)
  return Math.max(0, ...tops)
}
