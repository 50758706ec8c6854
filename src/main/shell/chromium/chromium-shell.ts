import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { saveInFolder } from '../save-in-folder.ts'
import type { Shell, ShellHost } from '../shell.ts'
import { forbidPasswordStore } from './forbid-password-store.ts'
import { installBridge } from './install-bridge.ts'
import { openInSystemBrowser } from './open-in-system-browser.ts'
import { watchForSleep } from './watch-for-sleep.ts'

export interface ChromiumOptions {
  readonly executable: string
  /** Where the browser keeps its own state. */
  readonly userDataDir: string
  /** Where files that a person saves are put. */
  readonly downloads: string
  readonly headless: boolean
  readonly debuggingPort: number | null
  /** Opens straight into full screen. */
  readonly kiosk: boolean
  /** Lets the page reach a development server of this machine for hot reload. */
  readonly development: boolean
}

/** Resolves to nothing outside this machine; every request to it is answered by interception. */
export const chromiumOrigin = 'https://till.localhost'

// Playwright's conveniences that weaken the browser or show a banner.
const unwanted = ['--no-sandbox', '--use-mock-keychain', '--password-store=basic', '--enable-automation']

/**
 * Starts a local Chromium, and opens the built renderer in its app window; requests come over Playwright's pipe, no port is opened.
 * Resolves as soon as the browser's process was begun, so that what follows runs beside its start.
 */
export async function startChromiumShell(options: ChromiumOptions): Promise<Shell> {
  let page: Page | null = null
  const begun = nextProcess()
  const launching = launch(options)
  await Promise.race([begun, launching])

  async function open(host: ShellHost): Promise<void> {
    const context = await launching
    context.setDefaultTimeout(15_000)
    context.on('close', () => host.closed())
    // Whatever is not named here is denied without asking.
    await context.grantPermissions(['clipboard-write'])
    page = context.pages()[0] ?? (await context.newPage())
    const main = page
    context.on('page', (other) => void other.close())
    main.on('close', () => void context.close())
    await context.route('**/*', (route) => route.abort())
    await main.route('**/*', async (route) => {
      const request = route.request()
      const url = new URL(request.url())
      if (url.origin === chromiumOrigin) {
        const file = await host.serve(url)
        return route.fulfill({ status: file.status, headers: { ...file.headers }, body: Buffer.from(file.bytes) })
      }
      // "No content" leaves the page where it is; a failure would put the browser's own in its place.
      return request.isNavigationRequest() ? route.fulfill({ status: 204 }) : route.abort()
    })
    await context.exposeBinding('tillRequest', async (source, name: unknown, input: unknown) => {
      const trusted = source.frame === main.mainFrame() && new URL(source.frame.url()).origin === chromiumOrigin
      // As one text: Playwright takes far longer over a long list, item by item.
      return JSON.stringify(await host.request(trusted, name, input))
    })
    await main.addInitScript(installBridge)
    watchForSleep(() => host.lock())
    await main.goto(`${chromiumOrigin}/`)
  }

  return {
    kind: 'chromium',
    open,
    emit(name, payload) {
      void page
        ?.evaluate(([event, value]) => window.tillEmit?.(event, value), [name, payload] as const)
        .catch(() => undefined)
    },
    async renew(path) {
      // On the way through an origin that shares no process with any other.
      await page?.goto('data:text/html,')
      await page?.goto(`${chromiumOrigin}/#${path}`)
    },
    print: async () => void (await page?.evaluate(() => window.print())),
    saveFile: (name, text) => saveInFolder(options.downloads, name, text),
    // Only a page could open one, and it would get the file's content instead of its path.
    dialogs: null,
    // Only a page could read it, and that is denied.
    readClipboard: () => Promise.resolve(null),
    openExternal: openInSystemBrowser,
    focus: async () => void (await page?.bringToFront()),
    close: async () => void (await (await launching).close()),
  }
}

/** Resolves when this process begins another one. */
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
  forbidPasswordStore(options.userDataDir)
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
  if (options.kiosk) flags.push('--kiosk')
  if (options.debuggingPort !== null) flags.push(`--remote-debugging-port=${options.debuggingPort}`)
  return flags
}
