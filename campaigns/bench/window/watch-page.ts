declare global {
  interface Window {
    tellShown?: (at: string) => void
    watched?: true
  }
}

/** Runs in the page: tells when what `shown` selects was painted, in epoch milliseconds. */
export function watchPage(shown: string): void {
  if (window.watched || location.protocol !== 'https:') return
  window.watched = true
  const look = (): void => {
    if (document.querySelector(shown) === null) return void requestAnimationFrame(look)
    // By the next frame this one is painted.
    requestAnimationFrame(() => window.tellShown?.(String(Date.now())))
  }
  requestAnimationFrame(look)
}
