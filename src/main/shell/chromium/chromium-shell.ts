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

/** Opens the built renderer in a local Chromium's app window; requests come over Playwright's pipe, no port is opened. */
export function createChromiumShell(options: ChromiumOptions): Shell {
  let context: BrowserContext | null = null
  let page: Page | null = null

  async function open(host: ShellHost): Promise<void> {
    forbidPasswordStore(options.userDataDir)
    const asRoot = process.getuid?.() === 0
    context = await chromium.launchPersistentContext(options.userDataDir, {
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
    context.setDefaultTimeout(15_000)
    context.on('close', () => host.closed())
    await context.clearPermissions()
    page = context.pages()[0] ?? (await context.newPage())
    const main = page
    context.on('page', (other) => void other.close())
    main.on('close', () => void context?.close())
    await context.route('**/*', async (route) => {
      const url = new URL(route.request().url())
      if (url.origin !== chromiumOrigin) return route.abort()
      const file = await host.serve(url)
      return route.fulfill({ status: file.status, headers: { ...file.headers }, body: Buffer.from(file.bytes) })
    })
    await context.exposeBinding('tillRequest', (source, name: unknown, input: unknown) => {
      const trusted = source.frame === main.mainFrame() && new URL(source.frame.url()).origin === chromiumOrigin
      return host.request(trusted, name, input)
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
    print: async () => void (await page?.evaluate(() => window.print())),
    saveFile: (name, text) => saveInFolder(options.downloads, name, text),
    openExternal: openInSystemBrowser,
    focus: async () => void (await page?.bringToFront()),
    close: async () => void (await context?.close()),
  }
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
