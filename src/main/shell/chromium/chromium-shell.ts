import { saveInFolder } from '../save-in-folder.ts'
import { dataAddress } from '../data-address.ts'
import type { Shell } from '../shell.ts'
import { chromiumOrigin } from './answer-page.ts'
import { createCustomerWindow } from './customer-window.ts'
import { launchHeldWindow, type WindowOptions } from './held-window.ts'
import { openInSystemBrowser } from './open-in-system-browser.ts'
import { watchForSleep } from './watch-for-sleep.ts'

export interface ChromiumOptions extends WindowOptions {
  /** The folder for the user's saved files. */
  readonly downloads: string
}

/**
 * Starts a local Chromium and opens the built renderer in its app window. Requests come over Playwright's pipe, without an open port.
 * Resolves as soon as the browser's process has started, so that the caller continues in parallel.
 */
export async function startChromiumShell(options: ChromiumOptions): Promise<Shell> {
  const held = await launchHeldWindow(options)
  const customer = createCustomerWindow(
    { ...options, userDataDir: `${options.userDataDir}-customer`, debuggingPort: null },
    held.page,
  )

  return {
    kind: 'chromium',
    // Plain Node has no event for it.
    locksWithScreen: false,
    printsSilently: options.kiosk,
    async open(host) {
      await held.open(host)
      customer.begin(host.customer)
      watchForSleep(() => host.lock())
    },
    emit(name, payload) {
      void held
        .page()
        ?.evaluate(([event, value]) => window.tillEmit?.(event, value), [name, payload] as const)
        .catch(() => undefined)
    },
    customerWindow: customer,
    async reload(path, between) {
      // Passes through an origin that shares no process with any other.
      await held.page()?.goto(dataAddress(between), { waitUntil: 'commit' })
      await held.page()?.goto(`${chromiumOrigin}/#${path}`)
    },
    async print() {
      await held.page()?.evaluate(() => window.print())
      // Browsers do not tell a page the result of printing.
      return held.page() !== null
    },
    saveFile: (name, text) => saveInFolder(options.downloads, name, text),
    // Only a page could open one, and it would get the file's content instead of its path.
    dialogs: null,
    // Playwright reaches the page only.
    desktop: null,
    // Only a page could read it, and that is denied.
    clipboard: null,
    openExternal: openInSystemBrowser,
    setKiosk: held.setKiosk,
    focus: async () => void (await held.page()?.bringToFront()),
    async close() {
      await customer.close()
      await held.close()
    },
  }
}
