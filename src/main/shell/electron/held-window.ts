import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'
import type { Log } from '../../log/create-log.ts'
import { dataAddress } from '../data-address.ts'
import type { ShellHost } from '../shell.ts'
import { electronOrigin } from './guard-page.ts'
import { addressOf, createPause, loadFirst, webPreferences } from './window-parts.ts'

export interface WindowOptions {
  /** The built preload, a CommonJS file. */
  readonly preload: string
  readonly kiosk: boolean
  readonly log: Log
}

/** The window. A register's is full screen, and only Till closes it. */
export interface HeldWindow {
  open(host: ShellHost): Promise<void>
  /** Brings it to the front; opens it again if it was closed. */
  focus(): Promise<void>
  /** Returns the window; null while none is open. */
  current(): BrowserWindow | null
  isRegister(): boolean
  /** Sets whether the window is a register's. */
  setKiosk(on: boolean): void
  /** Reverts the system's changes to the window of a register. */
  hold(): void
  /** Opens a path of the page in a new renderer; `between` stands there meanwhile. */
  reload(path: string, between: string): Promise<void>
  /** Lets it close: Till itself is ending. */
  release(): void
}

/** Creates the window's state; nothing is shown before it is opened. */
export function createHeldWindow(options: WindowOptions): HeldWindow {
  let window: BrowserWindow | null = null
  let owner: ShellHost | null = null
  let inShop = false
  /** Till itself is ending: the window may close. */
  let ending = false
  const pause = createPause()

  const fill = (): void => void (window && fillScreen(window, inShop || options.kiosk))
  const hold = (): void => void (inShop && !ending && fill())

  function reopenPage(): void {
    if (inShop) owner?.pageEnded()
    pause()
      .then(() => window?.loadURL(addressOf(inShop ? '/till' : '/')))
      .catch((error: unknown) => options.log('window.page', {}, { error }))
  }

  async function show(): Promise<void> {
    const host = owner
    if (host === null || ending) return
    window = new BrowserWindow(windowOptions(options))
    fill()
    window.once('ready-to-show', () => window?.show())
    window.on('leave-full-screen', hold)
    window.on('minimize', hold)
    window.on('close', (event) => {
      if (inShop && !ending) event.preventDefault()
    })
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      // Electron reports a page that ends with its window, too.
      if (!ending && reason !== 'clean-exit') reopenPage()
    })
    window.on('closed', () => {
      window = null
      if (!ending) host.closed()
    })
    await loadFirst(window.webContents, `${electronOrigin}/index.html`)
  }

  function reopen(): Promise<void> {
    return show().catch((error: unknown) => options.log('window.page', {}, { error }))
  }

  return {
    async open(host) {
      owner = host
      await show()
    },
    async focus() {
      if (window === null) await reopen()
      else raise(window)
    },
    current: () => window,
    isRegister: () => inShop,
    setKiosk(on) {
      inShop = on
      fill()
      // A register has a window.
      if (on && window === null) void reopen()
    },
    hold,
    async reload(path, between) {
      if (window !== null) await openInNewRenderer(window, addressOf(path), between, options.log)
    },
    release: () => void (ending = true),
  }
}

function raise(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** Makes a window full screen, or restores it. */
function fillScreen(window: BrowserWindow, isFull: boolean): void {
  if (window.isMinimized()) window.restore()
  window.setKiosk(isFull)
  window.setFullScreen(isFull)
}

function windowOptions(options: WindowOptions): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 860,
    minWidth: 480,
    minHeight: 600,
    show: false,
    kiosk: options.kiosk,
    name: 'till',
    // Electron saves the place from before full screen, checks it against the displays, and would restore full screen, too
    // (shell/browser/native_window.cc). With --kiosk a new window has no place from before.
    windowStatePersistence: options.kiosk ? false : { displayMode: false },
    autoHideMenuBar: true,
    webPreferences: webPreferences(options.preload),
  }
}

/**
 * Opens an address in a new renderer; the previous one ends. It passes through a page that shares no renderer with any other. Ending the
 * renderer instead is unreliable: what is loaded while it dies gets lost (electron/electron#48661).
 */
async function openInNewRenderer(window: BrowserWindow, address: string, between: string, log: Log): Promise<void> {
  const { webContents } = window
  const before = webContents.getOSProcessId()
  await window.loadURL(dataAddress(between))
  await window.loadURL(address)
  webContents.navigationHistory.clear()
  if (webContents.getOSProcessId() === before) log('window.kept', {})
}
