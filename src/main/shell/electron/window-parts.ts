import { app, type WebContents, type WebPreferences } from 'electron'
import { electronOrigin } from './guard-page.ts'

/** Returns the preferences of every page: isolated and sandboxed, with `preload` as its only way to main. */
export function webPreferences(preload: string): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    devTools: !app.isPackaged,
  }
}

/** Returns the address of one of the page's paths. */
export function addressOf(path: string): string {
  return `${electronOrigin}/index.html#${path}`
}

/** Loads the first page of a window. Its own events report a window that closes meanwhile and a page that ends. */
export async function loadFirst(contents: WebContents, address: string): Promise<void> {
  let isGone = false
  contents.once('render-process-gone', () => (isGone = true))
  try {
    await contents.loadURL(address)
  } catch (error) {
    // Electron rejects within what ends either of them, before both say so (lib/browser/api/web-contents.ts).
    await new Promise(setImmediate)
    if (isGone || contents.isDestroyed() || contents.isCrashed()) return
    // Another page may be opened in its place.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED')) throw error
  }
}

/** The time between two attempts to open a page that ends again and again. */
const REOPEN_EACH_MS = 5_000

/** Creates the pause before a page that ended is opened again. It is never within the event: Electron may crash then (electron/electron#19887). */
export function createPause(): () => Promise<void> {
  let freeAt = -Infinity
  return () => {
    const wait = Math.max(0, freeAt - performance.now())
    freeAt = performance.now() + wait + REOPEN_EACH_MS
    return new Promise((resolve) => setTimeout(resolve, wait))
  }
}
