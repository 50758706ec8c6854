import { readFileSync } from 'node:fs'
import { chromium, type BrowserContext, type Page, type Route } from 'playwright-core'
import { findOrInstallBrowser } from '../../scripts/launch/find-browser.ts'
import type { ElectronStandIn } from '../../src/testing/electron/create-electron.ts'
import type { OpenPage, PageHost, StandInPage } from '../../src/testing/electron/page.ts'
import { installPreload } from './install-preload.ts'

/** What Chromium can show in place of `till://app`, a scheme that only Electron can have. */
const origin = 'https://till.localhost'
const ownOrigin = 'till://app'

/** Pages of the stand-in that a real Chromium shows, with Till's preload in them. */
export interface ChromiumPages {
  readonly open: OpenPage
  /** Sets whose schemes, handlers and session the pages use. */
  serve(standIn: ElectronStandIn): void
  close(): Promise<void>
}

/** Creates the pages; the browser starts with the first of them, headless, with a debugging port in the program's own folder. */
export function createChromiumPages(): ChromiumPages {
  let standIn: ElectronStandIn | null = null
  let launching: Promise<BrowserContext> | null = null

  function launch(): Promise<BrowserContext> {
    const folder = standIn?.app.paths.get('userData')
    if (folder === undefined) throw new Error('The program did not set its folder')
    return chromium.launchPersistentContext(folder, {
      executablePath: findOrInstallBrowser(),
      headless: true,
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--remote-debugging-port=0', '--disable-gpu', ...switchesOf(standIn)],
      viewport: { width: 1280, height: 800 },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
  }

  return {
    serve: (served) => void (standIn = served),
    open: (host) => {
      if (standIn === null) throw new Error('Nothing serves the pages')
      launching ??= launch()
      return openPage(host, launching, standIn)
    },
    close: async () => (await launching)?.close(),
  }
}

/** Returns the switches that the program gave Chromium. */
function switchesOf(standIn: ElectronStandIn | null): string[] {
  return [...(standIn?.app.switches ?? [])].map(([name, value]) => `--${name}=${value}`)
}

function openPage(host: PageHost, launching: Promise<BrowserContext>, standIn: ElectronStandIn): StandInPage {
  let address = ''
  let process = 1
  const opening = launching.then(async (context) => {
    const page = context.pages()[0] ?? (await context.newPage())
    await connect(page, host, standIn)
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) address = toOwn(frame.url())
    })
    page.on('domcontentloaded', () => host.painted())
    page.on('close', () => host.closed())
    return page
  })

  return {
    address: () => address,
    processId: () => process,
    isCrashed: () => false,
    async load(next) {
      const page = await opening
      const isOther = new URL(toOwn(page.url())).protocol !== new URL(next).protocol
      await page.goto(next.replace(ownOrigin, origin))
      address = next
      // Site isolation gives a page of another site another process, which the shell's own test sees in Chromium.
      if (isOther) process++
    },
    crash() {
      throw new Error('A crash ends the page for the browser’s driver too: use the page without a browser')
    },
    send(channel, ...args) {
      void opening
        .then((page) =>
          page.evaluate(([name, values]) => window.tillStandIn?.emit(name, values), [channel, args] as const),
        )
        .catch(() => undefined)
    },
    close: () => void opening.then((page) => page.close()).catch(() => undefined),
  }
}

/** Answers a page's requests like Electron: by the program's scheme and its IPC, if its session lets them pass. */
async function connect(page: Page, host: PageHost, standIn: ElectronStandIn): Promise<void> {
  await page.exposeBinding('tillInvoke', (source, channel: string, ...args: unknown[]) => {
    const isMain = source.frame === page.mainFrame()
    return standIn.invoke(isMain ? host.mainFrame() : { url: toOwn(source.frame.url()) }, channel, ...args)
  })
  if (host.preload !== undefined) {
    // As one text: the page's content policy would not let it run a source.
    const source = readFileSync(host.preload, 'utf8')
    await page.addInitScript({ content: `(${installPreload})((require, exports, module) => {${source}\n})` })
  }
  await page.route('**/*', (route) => answer(route, standIn).catch(() => undefined))
}

async function answer(route: Route, standIn: ElectronStandIn): Promise<void> {
  const address = toOwn(route.request().url())
  if (!standIn.session.lets(address)) return route.abort()
  if (!address.startsWith(ownOrigin)) return route.continue()
  const response = await standIn.fetch(address)
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

function toOwn(address: string): string {
  return address.replace(origin, ownOrigin)
}
