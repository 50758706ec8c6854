import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { chromium, type BrowserContext, type Page, type Route } from 'playwright-core'
import type { Log } from '../../log/create-log.ts'
import { saveInFolder } from '../save-in-folder.ts'
import type { Shell, ShellHost } from '../shell.ts'
import { fillScreen } from './fill-screen.ts'
import { installBridge } from './install-bridge.ts'
import { openInSystemBrowser } from './open-in-system-browser.ts'
import { setPreferences } from './set-preferences.ts'
import { watchForSleep } from './watch-for-sleep.ts'

export interface ChromiumOptions {
  readonly executable: string
  /** The browser's profile folder. */
  readonly userDataDir: string
  /** The folder for the user's saved files. */
  readonly downloads: string
  readonly headless: boolean
  readonly debuggingPort: number | null
  /** Whether it starts in full screen, and prints without asking. */
  readonly kiosk: boolean
  /** Whether the page may use a local development server, for hot reload. */
  readonly development: boolean
  readonly log: Log
}

/** A browser that cannot stay open is not restarted faster than this. */
const REOPEN_AFTER_MS = 500
const HOLD_EVERY_MS = 2_000

/** Resolves only to this machine; every request to it is answered by interception. */
export const chromiumOrigin = 'https://till.localhost'

// Playwright's defaults that weaken the browser or show a banner.
const unwanted = ['--no-sandbox', '--use-mock-keychain', '--password-store=basic', '--enable-automation']

/**
 * Starts a local Chromium and opens the built renderer in its app window. Requests come over Playwright's pipe, without an open port.
 * Resolves as soon as the browser's process has started, so that the caller continues in parallel.
 */
export async function startChromiumShell(options: ChromiumOptions): Promise<Shell> {
  let page: Page | null = null
  let inShop = false
  /** Till itself is ending: nothing is reopened. */
  let ending = false
  const begun = nextProcess()
  let launching = launch(options)
  await Promise.race([begun, launching])

  async function open(host: ShellHost): Promise<void> {
    await show(host, '')
    watchForSleep(() => host.lock())
    setInterval(hold, HOLD_EVERY_MS).unref()
  }

  /** Opens the page at a hash in the browser started last. */
  async function show(host: ShellHost, hash: string): Promise<void> {
    const context = await launching
    context.setDefaultTimeout(15_000)
    context.on('close', () => (inShop && !ending ? void reopen(host) : host.closed()))
    // Every other permission is denied without a prompt.
    await context.grantPermissions(['clipboard-write'])
    page = context.pages()[0] ?? (await context.newPage())
    const main = page
    context.on('page', (other) => whileOpen(other.close()))
    main.on('close', () => whileOpen(context.close()))
    main.on('crash', () => inShop && whileOpen(context.close()))
    await context.route('**/*', (route) => whileOpen(route.abort()))
    await main.route('**/*', (route) => whileOpen(answer(host, route)))
    await context.exposeBinding('tillRequest', async (source, name: unknown, input: unknown) => {
      const trusted = source.frame === main.mainFrame() && new URL(source.frame.url()).origin === chromiumOrigin
      // As one text: Playwright is far slower with a long list, item by item.
      return JSON.stringify(await host.request(trusted, name, input))
    })
    await main.addInitScript(installBridge)
    hold()
    await main.goto(`${chromiumOrigin}/${hash}`)
  }

  /** After the window of a register was closed, or its browser killed, another one opens without a user. */
  async function reopen(host: ShellHost): Promise<void> {
    host.pageEnded()
    page = null
    await new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS))
    if (ending) return
    launching = launch(options)
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
    kind: 'chromium',
    printsSilently: options.kiosk,
    open,
    emit(name, payload) {
      void page
        ?.evaluate(([event, value]) => window.tillEmit?.(event, value), [name, payload] as const)
        .catch(() => undefined)
    },
    async reload(path) {
      // Passes through an origin that shares no process with any other.
      await page?.goto('data:text/html,')
      await page?.goto(`${chromiumOrigin}/#${path}`)
    },
    async print() {
      await page?.evaluate(() => window.print())
      // Browsers do not tell a page the result of printing.
      return page !== null
    },
    saveFile: (name, text) => saveInFolder(options.downloads, name, text),
    // Only a page could open one, and it would get the file's content instead of its path.
    dialogs: null,
    // Only a page could read it, and that is denied.
    readClipboard: () => Promise.resolve(null),
    openExternal: openInSystemBrowser,
    async setKiosk(on) {
      inShop = on
      await fill()
    },
    focus: async () => void (await page?.bringToFront()),
    async close() {
      ending = true
      await (await launching).close()
    },
  }
}

/** Ignores errors of work in progress when the browser ends; Till continues. */
function whileOpen(doing: Promise<unknown>): void {
  doing.catch(() => undefined)
}

async function answer(host: ShellHost, route: Route): Promise<void> {
  const request = route.request()
  const url = new URL(request.url())
  if (url.origin === chromiumOrigin) {
    const file = await host.serve(url)
    return route.fulfill({ status: file.status, headers: { ...file.headers }, body: Buffer.from(file.bytes) })
  }
  // "No content" keeps the current page; a failure would show the browser's error page.
  return request.isNavigationRequest() ? route.fulfill({ status: 204 }) : route.abort()
}

/** Resolves when this process starts another one. */
function nextProcess(): Promise<void> {
  return new Promise((resolve) => {
    const onBegun = (): void => {
      unsubscribe('child_process', onBegun)
      resolve()
    }
    subscribe('child_process', onBegun)
  })
}

function launch(options: ChromiumOptions): Promise<BrowserContext> {
  setPreferences(options.userDataDir)
  const asRoot = process.getuid?.() === 0
  return chromium.launchPersistentContext(options.userDataDir, {
    executablePath: options.executable,
    headless: options.headless,
    chromiumSandbox: !asRoot,
    ignoreDefaultArgs: asRoot ? unwanted.filter((flag) => flag !== '--no-sandbox') : unwanted,
    args: browserFlags(options),
    viewport: options.headless ? { width: 1280, height: 800 } : null,
    serviceWorkers: 'block',
    acceptDownloads: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

function browserFlags(options: ChromiumOptions): string[] {
  const flags = [
    '--app=data:text/html,<title>Till</title>',
    '--window-size=1280,860',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-quic',
    '--no-first-run',
    '--disable-sync',
    '--disable-translate',
  ]
  if (options.development) flags.push('--disable-features=LocalNetworkAccessChecks')
  if (options.kiosk) flags.push('--kiosk', '--kiosk-printing')
  if (options.debuggingPort !== null) flags.push(`--remote-debugging-port=${options.debuggingPort}`)
  return flags
}
