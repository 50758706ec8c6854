import type { Page } from 'playwright-core'
import type { Log } from '../../log/create-log.ts'
import type { ShellHost } from '../shell.ts'
import { answerPage, chromiumOrigin, ignoreAfterClose } from './answer-page.ts'
import { fillScreen } from './fill-screen.ts'
import { launchBrowser, nextProcess, type BrowserOptions } from './launch-browser.ts'

/** A browser that cannot stay open is not restarted faster than this. */
const REOPEN_AFTER_MS = 500
const HOLD_EVERY_MS = 2_000

export interface WindowOptions extends BrowserOptions {
  readonly log: Log
}

/** The browser's window. A register's is full screen, and another one opens after it was closed. */
export interface HeldWindow {
  open(host: ShellHost): Promise<void>
  /** Returns the page; null while no window is open. */
  page(): Page | null
  /** Sets whether the window is a register's. */
  setKiosk(on: boolean): Promise<void>
  /** Closes it for good. */
  close(): Promise<void>
}

/** Launches the browser; resolves as soon as its process has started. Its window shows nothing until it is opened. */
export async function launchHeldWindow(options: WindowOptions): Promise<HeldWindow> {
  let page: Page | null = null
  let inShop = false
  /** Till itself is ending: nothing is reopened. */
  let ending = false
  const begun = nextProcess()
  let launching = launchBrowser(options)
  await Promise.race([begun, launching])

  /** Opens the page at a hash in the browser started last. */
  async function show(host: ShellHost, hash: string): Promise<void> {
    const context = await launching
    context.setDefaultTimeout(15_000)
    context.on('close', () => (inShop && !ending ? void reopen(host) : host.closed()))
    // Every other permission is denied without a prompt.
    await context.grantPermissions(['clipboard-write'])
    const main = context.pages()[0] ?? (await context.newPage())
    page = main
    context.on('page', (other) => ignoreAfterClose(other.close()))
    main.on('close', () => ignoreAfterClose(context.close()))
    main.on('crash', () => inShop && ignoreAfterClose(context.close()))
    await answerPage(context, main, host)
    hold()
    await main.goto(`${chromiumOrigin}/${hash}`)
  }

  /** After the window of a register was closed, or its browser killed, another one opens without a user. */
  async function reopen(host: ShellHost): Promise<void> {
    host.pageEnded()
    page = null
    await new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS))
    if (ending) return
    launching = launchBrowser(options)
    try {
      await launching
    } catch (error) {
      options.log('window.lost', {}, { error })
      return host.closed()
    }
    // A window that was closed while it opened is already being reopened.
    await show(host, '#/till').catch(async () => (await launching).close())
  }

  /** A full-screen failure, for example in a headless browser, must not stop sales. */
  async function fill(): Promise<void> {
    if (page !== null) await fillScreen(page, inShop || options.kiosk).catch(() => undefined)
  }
  /** System shortcuts leave full screen without an event. */
  function hold(): void {
    if (inShop) void fill()
  }

  return {
    async open(host) {
      await show(host, '')
      setInterval(hold, HOLD_EVERY_MS).unref()
    },
    page: () => page,
    async setKiosk(on) {
      inShop = on
      await fill()
    },
    async close() {
      ending = true
      await (await launching).close()
    },
  }
}
