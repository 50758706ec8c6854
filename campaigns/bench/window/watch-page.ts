declare global {
  interface Window {
    tellShown?: (at: string) => void
    watched?: true
  }
}

/** Reports when an element that matches `shown` was painted, in epoch milliseconds; runs in the page. */
export function watchPage(shown: string): void {
  if (window.watched || location.protocol !== 'https:') return
  window.watched = true
  const check = (): void => {
    if (document.querySelector(shown) === null) return void requestAnimationFrame(check)
    // At the next frame, this one has been painted.
    requestAnimationFrame(() => window.tellShown?.(String(Date.now())))
  }
  requestAnimationFrame(check)
}
