import type { Page } from 'playwright-core'

/** Gives the window of `page` the whole screen, or gives it back; leaves it alone where it has it already. */
export async function fillScreen(page: Page, fill: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    const { windowId, bounds } = await session.send('Browser.getWindowForTarget')
    const isFull = bounds.windowState === 'fullscreen'
    if (isFull === fill) return
    // A small window goes back to its own size first, and only from there anywhere else.
    if (bounds.windowState !== 'normal')
      await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
    if (fill) await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'fullscreen' } })
  } finally {
    await session.detach()
  }
}
