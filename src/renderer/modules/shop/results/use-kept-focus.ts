import { nextTick, onBeforeUpdate, onUpdated, type Ref } from 'vue'

/**
 * Keeps the focus on the same product or brand when newer answers move it or leave it out for a while, so that Enter opens what was
 * chosen. Where it is gone for good, the focus stays at its place, or goes to the first result.
 */
export function useKeptFocus(root: Readonly<Ref<HTMLElement | null>>): void {
  let chosen: string | null = null

  function focusedLink(): string | null {
    const { activeElement } = document
    return root.value?.contains(activeElement) ? (activeElement?.getAttribute('href') ?? null) : null
  }
  const isLost = (): boolean => document.activeElement === document.body

  // While the focus is lost, the last choice counts.
  onBeforeUpdate(() => {
    if (!isLost()) chosen = focusedLink()
  })
  onUpdated(async () => {
    if (chosen === null || focusedLink() === chosen) return
    // A new list draws its items once it has been measured.
    await nextTick()
    const links = [...(root.value?.querySelectorAll<HTMLElement>('[data-results] li a') ?? [])]
    const same = links.find((link) => link.getAttribute('href') === chosen)
    const next = same ?? (isLost() ? links[0] : undefined)
    next?.focus({ preventScroll: true })
  })
}
