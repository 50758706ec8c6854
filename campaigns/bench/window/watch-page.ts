declare global {
  interface Window {
    tellShown?: (at: string) => void
    watched?: true
  }
}

/**
 * Runs in the page: tells when what `shown` selects was painted, in epoch milliseconds. A button that says `press` is pressed as soon
 * as it is there, as by a person who is as quick as can be.
 */
export function watchPage(shown: string, press: string): void {
  if (window.watched || location.protocol !== 'https:') return
  window.watched = true
  const look = (): void => {
    for (const button of document.querySelectorAll('button')) if (button.textContent.trim() === press) button.click()
    if (document.querySelector(shown) === null) return void requestAnimationFrame(look)
    // By the next frame this one is painted.
    requestAnimationFrame(() => window.tellShown?.(String(Date.now())))
  }
  requestAnimationFrame(look)
}
