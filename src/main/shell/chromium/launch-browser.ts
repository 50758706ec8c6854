import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { chromium, type BrowserContext } from 'playwright-core'
import { hostRules } from '../host-rules.ts'
import { forgetPages } from './forget-pages.ts'
import { setPreferences } from './set-preferences.ts'

/** Where a window opens, on all displays together. */
export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface BrowserOptions {
  readonly executable: string
  /** The browser's profile folder. */
  readonly userDataDir: string
  readonly headless: boolean
  readonly debuggingPort: number | null
  /** Whether it starts in full screen, and prints without asking. */
  readonly kiosk: boolean
  /** Whether the page may use a local development server, for hot reload. */
  readonly development: boolean
  /** Where its window opens; by default the system chooses. */
  readonly place?: Place
}

// Playwright's defaults that weaken the browser or show a banner.
const unwanted = ['--no-sandbox', '--use-mock-keychain', '--password-store=basic', '--enable-automation']

/** Resolves when this process starts another one. */
export function nextProcess(): Promise<void> {
  return new Promise((resolve) => {
    const onBegun = (): void => {
      unsubscribe('child_process', onBegun)
      resolve()
    }
    subscribe('child_process', onBegun)
  })
}

/** Launches the browser with its own profile folder. */
export function launchBrowser(options: BrowserOptions): Promise<BrowserContext> {
  setPreferences(options.userDataDir)
  forgetPages(options.userDataDir)
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

function placeFlags(place: Place | undefined): string[] {
  if (place === undefined) return ['--window-size=1280,860']
  return [`--window-position=${place.left},${place.top}`, `--window-size=${place.width},${place.height}`]
}

function browserFlags(options: BrowserOptions): string[] {
  const flags = [
    `--host-resolver-rules=${hostRules(options.development)}`,
    // Older versions know the second name only.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--app=data:text/html,<meta name=color-scheme content="light dark"><title>Till</title>',
    ...placeFlags(options.place),
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
