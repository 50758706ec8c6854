import { nextTick, onBeforeUpdate, onMounted, onUnmounted, onUpdated, type Ref } from 'vue'

/**
 * Keeps the focus on a result when newer answers draw it elsewhere, so that Enter opens what was chosen. If its place is gone and it is not
 * among the results, the first one gets the focus; without any, it waits until the person does something else.
 */
export function useKeptFocus(root: Readonly<Ref<HTMLElement | null>>): void {
  let chosen: string | undefined
  /** The result whose focus a newer answer took away. */
  let lost: string | undefined

  const links = (): HTMLElement[] => [
    ...(root.value?.querySelectorAll<HTMLElement>('[data-results] [data-index] a') ?? []),
  ]
  const focusedLink = (): HTMLElement | undefined => links().find((link) => link === document.activeElement)
  const isLost = (): boolean => document.activeElement === document.body
  const forget = (): void => void (lost = undefined)

  onBeforeUpdate(() => {
    const focused = focusedLink()
    chosen = focused ? pathOf(focused) : isLost() ? lost : undefined
  })
  onUpdated(async () => {
    if (chosen === undefined) return
    // A new list draws its items once it has been measured.
    await nextTick()
    const focused = focusedLink()
    const isElsewhere = focused ? pathOf(focused) !== chosen : isLost()
    if (!isElsewhere) return
    const same = links().find((link) => pathOf(link) === chosen)
    const next = same ?? (isLost() ? links()[0] : undefined)
    next?.focus()
    lost = isLost() ? chosen : undefined
  })
  onMounted(() => {
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, forget, true)
  })
  onUnmounted(() => {
    for (const event of ['keydown', 'pointerdown']) document.removeEventListener(event, forget, true)
  })
}

/** Returns what a link leads to, wherever it works. */
function pathOf(link: HTMLElement): string | undefined {
  return link.getAttribute('href')?.split('?')[0]
}
