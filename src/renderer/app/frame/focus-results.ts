/**
 * Moves the focus to the results of the search, or to the people found `within`: the one in the Tab order, else the first link or button.
 * Returns whether there are any.
 */
export function focusResults(within: '[data-results]' | '[data-people]' = '[data-results]'): boolean {
  const found =
    document.querySelector<HTMLElement>(`${within} li [tabindex="0"]`) ??
    document.querySelector<HTMLElement>(`${within} li a, ${within} li button`)
  found?.focus()
  return found !== null
}

/**
 * Returns what a key in an item of the results focuses beyond its list: the search field on Escape and on Up from the first list, or the
 * list above or below; null if nothing.
 */
export function focusBeyond({ key, target }: KeyboardEvent): 'field' | HTMLElement | null {
  const list = target instanceof Element ? target.closest('[data-results] li')?.parentElement : null
  if (!list) return null
  if (key === 'Escape') return 'field'
  const lists = [...document.querySelectorAll('[data-results] ul')]
  const step = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (step === undefined) return null
  const next = lists.indexOf(list) + step
  return next < 0 ? 'field' : (lists[next]?.querySelector<HTMLElement>('li [tabindex="0"]') ?? null)
}
