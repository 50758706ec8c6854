/** Moves the focus to the results of the search: the one in the Tab order, else the first link or button. Returns whether there are any. */
export function focusResults(): boolean {
  const found =
    document.querySelector<HTMLElement>('[data-results] li [tabindex="0"]') ??
    document.querySelector<HTMLElement>('[data-results] li a, [data-results] li button')
  found?.focus()
  return found !== null
}
