import type { Page } from 'playwright-core'

/** Makes the window of `page` full screen, or restores it; does nothing if that is its state. */
export async function fillScreen(page: Page, fill: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    const { windowId, bounds } = await session.send('Browser.getWindowForTarget')
    const isFull = bounds.windowState === 'fullscreen'
    if (isFull === fill) return
    // A minimized or maximized window must become normal first; only then can it change to any other state.
    if (bounds.windowState !== 'normal')
      await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
    if (fill) await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'fullscreen' } })
  } finally {
    await session.detach()
  }
}
