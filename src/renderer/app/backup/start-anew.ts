/** Loads the page again at `path`: main has another app by now, and nothing of this page may stay. */
export function startAnew(path: string): void {
  window.location.hash = `#${path}`
  window.location.reload()
}
