/** Reloads the page at `path`: main has another app by now, and no state of this page may stay. */
export function startOver(path: string): void {
  window.location.hash = `#${path}`
  window.location.reload()
}
