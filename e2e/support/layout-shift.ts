import type { Page } from '@playwright/test'

/** What moved on a screen while it loaded. */
export interface LayoutShift {
  /** The score of Layout Instability (W3C), summed: the shifted part of the window times the distance. */
  readonly score: number
  /** The elements that moved furthest, with how far. */
  readonly moved: readonly string[]
}

interface ShiftEntry extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRect
    readonly currentRect: DOMRect
  }[]
}

interface Watched {
  tillShift?: { score: number; moved: Map<string, number>; changedAt: number }
}

/** Records every layout shift of the pages that open from now on, also one right after a press, and makes their idle work late. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(record)
}

/** Forgets what moved so far. */
export async function resetLayoutShift(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { tillShift } = window as unknown as Watched
    if (tillShift) Object.assign(tillShift, { score: 0, moved: new Map(), changedAt: performance.now() })
  })
}

/** Waits until the page has not changed for half a second; returns what moved since it opened or was reset. */
export async function readLayoutShift(page: Page): Promise<LayoutShift> {
  const isStill = (): boolean => {
    const { tillShift } = window as unknown as Watched
    return tillShift !== undefined && performance.now() - tillShift.changedAt > 500
  }
  // Asked at every frame, it would make the browser draw frames in which nothing changed.
  await page.waitForFunction(isStill, undefined, { polling: 50 })
  return page.evaluate(() => {
    const { tillShift } = window as unknown as Watched
    const moved = [...(tillShift?.moved ?? [])].toSorted(([, a], [, b]) => b - a).slice(0, 5)
    return {
      score: tillShift?.score ?? Number.NaN,
      moved: moved.map(([name, by]) => `${name} by ${Math.round(by)} px`),
    }
  })
}

/** Runs in the page. */
function record(): void {
  // What the frame reads once the page is idle comes late, as on a busy machine.
  window.requestIdleCallback = (work) =>
    window.setTimeout(() => work({ didTimeout: true, timeRemaining: () => 0 }), 300)
  const shift = { score: 0, moved: new Map<string, number>(), changedAt: performance.now() }
  ;(window as unknown as Watched).tillShift = shift
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as ShiftEntry[]) {
      shift.score += value
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const element = node instanceof Element ? node : node?.parentElement
        const name = `${element?.tagName.toLowerCase()} “${element?.textContent.trim().slice(0, 30)}”`
        const by = Math.hypot(to.x - from.x, to.y - from.y)
        shift.moved.set(name, Math.max(by, shift.moved.get(name) ?? 0))
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => (shift.changedAt = performance.now())).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
}
