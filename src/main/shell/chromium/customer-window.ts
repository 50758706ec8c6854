import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { createMutex } from '../../../shared/mutex.ts'
import { canPlaceWindows } from '../can-place-windows.ts'
import type { CustomerWindow, PageHost } from '../shell.ts'
import { answerPage, chromiumOrigin, ignoreAfterClose } from './answer-page.ts'
import { fillScreen } from './fill-screen.ts'
import type { WindowOptions } from './held-window.ts'
import { launchBrowser, type Place } from './launch-browser.ts'

/** Chromium reports no change of its displays. */
const ARRANGE_EVERY_MS = 2_000

export interface HeldCustomerWindow extends CustomerWindow {
  /** Begins once the register's window is there. */
  begin(host: PageHost): void
  /** Closes it for good. */
  close(): Promise<void>
}

interface Opened {
  readonly context: BrowserContext
  readonly page: Page
  /** The display on which it was placed. */
  place: Place
}

/**
 * Creates the state of the customer's window: a browser of its own with a profile of its own, so that its page shares nothing with the
 * register's, and ends without it. `register` returns the register's page.
 */
export function createCustomerWindow(options: WindowOptions, register: () => Page | null): HeldCustomerWindow {
  const mutex = createMutex()
  let host: PageHost | null = null
  let isWanted = false
  let opened: Opened | null = null

  /** Opens, moves or closes the window, as the displays are now. */
  async function arrange(): Promise<void> {
    const place = isWanted ? await findCustomerPlace(register()).catch(() => null) : null
    if (opened !== null && place === null) await opened.context.close()
    else if (opened !== null && place !== null) await hold(opened, place)
    else if (place !== null && host !== null) await open(host, place)
  }
  const arrangeNow = (): Promise<void> =>
    mutex(arrange).catch((error: unknown) => {
      if (!isWanted) return
      // A browser that does not start is not started again and again.
      isWanted = false
      options.log('window.lost', {}, { error })
    })

  async function open(pageHost: PageHost, place: Place): Promise<void> {
    const context = await launchBrowser({ ...options, place })
    context.on('close', () => {
      opened = null
    })
    try {
      const page = context.pages()[0] ?? (await context.newPage())
      opened = { context, page, place }
      await show(context, page, pageHost)
      await hold(opened, place)
      // The keyboard stays at the register.
      await register()?.bringToFront()
    } catch {
      // A window that is closed while it opens is opened again.
      await context.close()
    }
  }

  return {
    begin(pageHost) {
      host = pageHost
      setInterval(() => isWanted && void arrangeNow(), ARRANGE_EVERY_MS).unref()
      void arrangeNow()
    },
    set(on) {
      isWanted = on
      void arrangeNow()
    },
    isOpen: () => opened !== null,
    emit(name, payload) {
      void opened?.page
        .evaluate(([event, value]) => window.tillEmit?.(event, value), [name, payload] as const)
        .catch(() => undefined)
    },
    async close() {
      isWanted = false
      host = null
      await arrangeNow()
    },
  }
}

/** Shows the page in a browser, which ends with it. */
async function show(context: BrowserContext, page: Page, host: PageHost): Promise<void> {
  context.setDefaultTimeout(15_000)
  context.on('page', (other) => ignoreAfterClose(other.close()))
  page.on('close', () => ignoreAfterClose(context.close()))
  page.on('crash', () => ignoreAfterClose(context.close()))
  // Every permission is denied without a prompt.
  await context.grantPermissions([])
  await answerPage(context, page, host)
  await page.goto(`${chromiumOrigin}/#/customer`)
}

/** Returns an open window to full screen, on the customer's display if that is another one now. */
async function hold(opened: Opened, place: Place): Promise<void> {
  const { page } = opened
  try {
    if (isSame(opened.place, place)) return await fillScreen(page, true)
    opened.place = place
    await fillScreen(page, false)
    await withSession(page, async (session) => {
      const { windowId } = await session.send('Browser.getWindowForTarget')
      await session.send('Browser.setWindowBounds', { windowId, bounds: { ...place } })
    })
    await fillScreen(page, true)
  } catch {
    // The window was closed meanwhile, or cannot be full screen: what it shows counts.
  }
}

/** Returns the display for the customer: the first one without the register's window; null without one, or where Till cannot choose. */
async function findCustomerPlace(register: Page | null): Promise<Place | null> {
  if (register === null || !canPlaceWindows('')) return null
  return withSession(register, async (session) => {
    const { bounds } = await session.send('Browser.getWindowForTarget')
    const { left: x = 0, top: y = 0, width: w = 0, height: h = 0 } = bounds
    const { screenInfos } = await session.send('Emulation.getScreenInfos')
    const [middleX, middleY] = [x + w / 2, y + h / 2]
    const isOwn = ({ left, top, width, height }: Place): boolean =>
      left <= middleX && middleX < left + width && top <= middleY && middleY < top + height
    const other = screenInfos.some(isOwn) ? screenInfos.find((info) => !isOwn(info)) : undefined
    return other ? { left: other.left, top: other.top, width: other.width, height: other.height } : null
  })
}

async function withSession<T>(page: Page, work: (session: CDPSession) => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  try {
    return await work(session)
  } finally {
    await session.detach().catch(() => undefined)
  }
}

function isSame(a: Place, b: Place): boolean {
  return a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height
}
