import type { WebContents } from 'electron'
import { isOwn } from './origin.ts'

/** Prevents a page from navigating away, and from opening windows and webviews. */
export function guardContents(contents: WebContents): void {
  const stay = (event: { preventDefault(): void; url: string }): void => {
    if (!isOwn(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
